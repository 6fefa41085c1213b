import type { ComponentProps } from 'react'
import { TextField } from '../../platform/forms/web/FormParts.tsx'
import { inUnit } from '../../platform/lists/columns.ts'
import type { unitsOf } from '../units.ts'
import { useUnits } from './unit.ts'

/** A size or weight in a form, labelled with the warehouse's unit. */
export function MeasureField<V extends object>({
  unit,
  label,
  ...input
}: { unit: keyof ReturnType<typeof unitsOf> } & ComponentProps<typeof TextField<V>>) {
  return <TextField label={inUnit(label, useUnits()[unit])} inputMode="decimal" {...input} />
}
