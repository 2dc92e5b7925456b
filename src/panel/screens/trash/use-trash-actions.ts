import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { RestoredRecord, TrashEntry } from '../../../client/index.ts'
import { useApi, useSchema } from '../../app/api/api.ts'
import { useProblemMessage } from '../../app/api/problem-message.ts'
import { showToast } from '../../app/design/toasts.tsx'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import type { TrashLabels } from './trash-labels.ts'

/** `pending` is the id of the entry that is being restored or deleted. */
export function useTrashActions(labels: TrashLabels) {
  const api = useApi()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const problemMessage = useProblemMessage()
  const placeOf = usePlaceOf(labels)
  const t = useWords('trash')
  const [pending, setPending] = useState<number | null>(null)

  async function attempt({ id, resource }: TrashEntry, action: () => Promise<void>) {
    setPending(id)
    try {
      await action()
    } catch (error) {
      showToast(problemMessage(error).message, { tone: 'danger' })
    }
    setPending(null)
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['trash'] }),
      queries.invalidateQueries({ queryKey: ['records', resource] }),
    ])
  }

  const restore = (entry: TrashEntry) =>
    attempt(entry, async () => {
      const restored = await api.admin.trash.restore(entry.id)
      const { href, text } = placeOf(restored)
      showToast(text, { action: { label: t('open'), onPress: () => navigate(href) } })
    })

  const remove = (entry: TrashEntry) =>
    attempt(entry, async () => {
      await api.admin.trash.remove(entry.id)
      showToast(t('deleted_for_good'))
    })

  return { restore, remove, pending }
}

/** The place of a restored record, and the changes that its restoration needed. */
function usePlaceOf(labels: TrashLabels) {
  const t = useWords('trash')
  const label = useLabel()
  const { resources } = useSchema()
  return ({ resource, record, former_slug, emptied }: RestoredRecord) => {
    const href = resource === 'media' ? '/media' : `/${resource}/${Number(record.id)}`
    const fields = resources.find(({ name }) => name === resource)?.fields ?? []
    const emptiedLabels = emptied.map((name) => {
      const field = fields.find((candidate) => candidate.name === name)
      return field ? label(field.label) : name
    })
    const parts = [
      t('restored', { place: labels.plural(resource) }),
      former_slug === null ? '' : t('restored_slug', { slug: String(record.slug) }),
      emptied.length === 0 ? '' : t('restored_emptied', { fields: emptiedLabels.join(t('separator')) }),
    ]
    return { href, text: parts.filter(Boolean).join(' ') }
  }
}
