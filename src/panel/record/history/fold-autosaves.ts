type Folded = { id: number; autosave: boolean }

/**
 * The revisions that a list shows at first, newest first as given: without autosaves, which only lead to the next save, but
 * with the newest state and the chosen one. `folded` is the number of the others.
 */
export function foldAutosaves<Revision extends Folded>(
  revisions: readonly Revision[],
  chosen: number | null,
) {
  const shown = revisions.filter(({ id, autosave }, index) => !autosave || index === 0 || id === chosen)
  return { shown, folded: revisions.length - shown.length }
}
