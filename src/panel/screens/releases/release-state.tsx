import type { ListedRelease, ReleaseWithItems } from '../../../client/index.ts'
import { Chip, type ChipTone } from '../../app/design/chip.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'

type Shown = Pick<ListedRelease, 'state' | 'publish_at' | 'published_at' | 'refusal'> &
  Partial<Pick<ReleaseWithItems, 'published_by'>>

const stateOf = ({ state, publish_at, refusal }: Shown) => {
  if (state !== 'open') return state
  if (refusal) return 'refused'
  return publish_at ? 'planned' : 'open'
}

const TONES: Record<ReturnType<typeof stateOf>, ChipTone> = {
  open: 'neutral',
  planned: 'accent',
  refused: 'danger',
  published: 'good',
  undone: 'warning',
}

export function ReleaseState({ release }: { release: Shown }) {
  const t = useWords('releases')
  const state = stateOf(release)
  return <Chip tone={TONES[state]}>{t(`state_${state}`)}</Chip>
}

/** When it was or will be published; null without a time. */
export function useReleaseTime(): (release: Shown) => string | null {
  const { formatInstant } = useFormat()
  return ({ state, publish_at, published_at }) => {
    const time = state === 'open' ? publish_at : published_at
    return time && formatInstant(time)
  }
}
