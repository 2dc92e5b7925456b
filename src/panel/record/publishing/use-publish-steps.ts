import { createElement } from 'react'
import { showToast } from '../../app/design/toasts.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { ViewLink } from '../../records/later-website-parts.ts'
import type { Publishing } from './use-publishing.ts'

/** Publishing, scheduling and unpublishing the record of a form; each saves the form as well. */
export function usePublishSteps({ resource, save, isForLater, open }: Publishing) {
  const t = useWords('publishing')
  const { formatInstant } = useFormat()
  return {
    /** Makes the record public now, also if it was to appear later. */
    async publish() {
      const stored = await save({
        status: 'published',
        ...(isForLater && { published_at: new Date().toISOString() }),
      })
      if (!stored) return
      // The time is that of the service: if this clock is ahead, the record would appear a little later.
      const now = String(stored.updated_at)
      if (isForLater && Date.parse(String(stored.published_at)) > Date.parse(now))
        await save({ published_at: now })
      const link = createElement(ViewLink, { resource, record: { ...stored, published_at: now } })
      if (open.length === 0) return showToast(t('now_published'), { link })
      showToast(t('published_with_open', { count: open.length }), {
        link,
        action: { label: t('show_open'), onPress: showChecklist },
      })
    },
    /** Lets the record appear at the date that is chosen in the form. */
    async schedule() {
      const stored = await save({ status: 'published' })
      if (stored) showToast(t('now_scheduled', { time: formatInstant(String(stored.published_at)) }))
    },
    async unpublish() {
      const stored = await save({ status: 'draft' })
      if (stored) showToast(t('now_draft'), { undo: () => void save({ status: 'published' }) })
    },
  }
}

export function showChecklist() {
  const list = document.querySelector<HTMLElement>('.checklist')
  list?.closest('section')?.scrollIntoView({ block: 'nearest' })
  list?.querySelector<HTMLElement>('button')?.focus()
}
