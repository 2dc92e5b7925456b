import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { LanguageKey } from '../../../text/content-language.ts'
import { parseDocument } from '../../../text/seo-analysis/parse-document.ts'
import { requireScript } from '../../app/api/missing-scripts.ts'
import { useFormEditors } from '../../editor/form-editors.ts'
import type { RatedCheck } from './seo-worker.ts'
import type { CurrentReport } from './use-seo-report.ts'

/** The marks in a text: a check, the number of its places, and the one in view. */
export type TextMarks = {
  check: RatedCheck | null
  count: number
  /** Index of the place in view. */
  current: number
  /** The words at that place. */
  text: string
  choose: (name: string | null) => void
  /** Goes to the next place (1) or the one before (-1), around the ends. */
  step: (by: 1 | -1) => void
  /** Selects the place in view and moves the focus into the text. */
  edit: () => void
}

type Chosen = { name: string; current: number }
const NO_PLACES = { count: 0, text: '' }
const load = () => import('./mark-in-editor.ts')
const loadMarks = () => requireScript(load)

/** Marks the places of the chosen check in the editor of a field; they follow the text and its new reports. */
export function useTextMarks(
  field: string | null,
  side: LanguageKey,
  report: CurrentReport | null,
): TextMarks {
  const editors = useFormEditors()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [{ count, text }, setPlaces] = useState(NO_PLACES)
  const check = report?.checks.find(({ name }) => name === chosen?.name) ?? null
  const editorOf = (name: string | null) => (name === null ? null : editors.get(name))

  /** Scrolls to the place in view where `isShown`. */
  const mark = useEffectEvent(async (current: number, isShown: boolean) => {
    const editor = editorOf(field)
    if (!editor || !check || report?.content == null) return
    const { blocks } = parseDocument(report.content)
    const { markHighlights } = await loadMarks()
    const marked = markHighlights(editor, { blocks, highlights: check.highlights, current, isShown })
    // Null while the report is older than the text; the next one follows at once.
    if (marked !== null) setPlaces(marked)
  })
  const clear = useCallback(
    async (name: string | null) => {
      const editor = name === null ? null : editors.get(name)
      if (!editor) return
      const { clearHighlights } = await loadMarks()
      clearHighlights(editor)
    },
    [editors],
  )

  const name = chosen?.name ?? null
  const current = chosen?.current ?? 0
  useEffect(() => {
    if (name !== null) void mark(current, true)
  }, [name, current])
  const follow = useEffectEvent(() => void mark(current, false))
  useEffect(() => {
    if (report) follow()
  }, [report])
  useEffect(() => {
    if (name === null) return
    return () => void clear(field)
  }, [name, field, clear])

  return {
    check,
    count,
    text,
    current: Math.min(current, Math.max(count - 1, 0)),
    choose(next) {
      if (next !== null) editors.reveal(side)
      setPlaces(NO_PLACES)
      setChosen(next === null ? null : { name: next, current: 0 })
    },
    step: (by) =>
      setChosen((now) => now && { ...now, current: (now.current + by + count) % Math.max(count, 1) }),
    async edit() {
      const editor = editorOf(field)
      if (!editor) return
      const { selectMarked } = await load()
      selectMarked(editor)
    },
  }
}
