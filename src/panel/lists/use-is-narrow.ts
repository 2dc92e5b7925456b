import { useMediaQuery } from '../app/design/use-media-query.ts'

/** The columns that have room on a tablet. */
const MAX_TABLET_COLUMNS = 4

/** Whether there is no room for so many columns beside each other. */
export const useIsNarrow = (columns = 0) =>
  useMediaQuery(`(max-width: ${columns > MAX_TABLET_COLUMNS ? 1100 : 720}px)`)
