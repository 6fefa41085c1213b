import { type ComponentType, createContext, useContext } from 'react'

type Panel = ComponentType<{ id: number }>

/**
 * Panels that slices add to the page of a document of a slice below them, by the document's type. The page shell
 * gathers them.
 */
export const DocumentPanels = createContext<Readonly<Record<string, readonly Panel[]>>>({})

/** The panels of one document. */
export function PanelsOf({ type, id }: { type: string; id: number }) {
  const panels = useContext(DocumentPanels)[type] ?? []
  // biome-ignore lint/suspicious/noArrayIndexKey: the same panels in the same order
  return panels.map((Panel, at) => <Panel key={at} id={id} />)
}
