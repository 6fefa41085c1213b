import { type ComponentType, createContext } from 'react'
import type { LabelFormat } from '../rules.ts'

/** The fields of a channel that its label preview needs. */
export type LabelSample = {
  channelCode: string
  carrier: string
  serviceCode: string | null
  labelFormat: LabelFormat
  watermarkTemplateId: number | null | undefined
}

/**
 * The component that draws a channel's label: watermarks belong to a slice that depends on this one, so the
 * page passes it in.
 */
export const LabelDrawer = createContext<ComponentType<LabelSample> | undefined>(undefined)
