import { type ComponentType, createContext } from 'react'
import type { LabelFormat } from '../rules.ts'

/** As much of a channel as its label shows. */
export type LabelLook = {
  channelCode: string
  carrier: string
  serviceCode: string | null
  labelFormat: LabelFormat
  watermarkTemplateId: number | null | undefined
}

/** Who draws a channel's label: watermarks are kept by a folder that stands on this one, so the page brings it along. */
export const LabelDrawer = createContext<ComponentType<LabelLook> | undefined>(undefined)
