/** Something the summary reports; `count` is the number of things under one name. */
export type ImportNote = { kind: string; name: string; reason: string; count: number }

export type AddNote = (kind: string, name: string, reason: string, count?: number) => void

export const addTo =
  (notes: ImportNote[]): AddNote =>
  (kind, name, reason, count = 1) =>
    notes.push({ kind, name, reason, count })
