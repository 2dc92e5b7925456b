// Dialogs of the overview for unpublished changes: preview the site with them, add them to a release.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import {
  changeRelease,
  createRelease,
  getRelease,
  type Item,
  itemOf,
  listReleases,
} from '../../app/api/release-api.ts'
import { TextField } from '../../app/design/fields.tsx'
import { Select } from '../../app/design/select.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { DraftSetDialog } from './draft-set-dialog.tsx'
import { useSitePreview } from './use-site-preview.ts'

const NEW = 'new'
const OPEN = { state: 'open', page: 1, per_page: 100 } as const

type DialogProps = { onClose: () => void }

/** Shows the site with all drafts, or with some of them. */
export function PreviewDialog({ onClose }: DialogProps) {
  const t = useWords('releases')
  const { preview } = useSitePreview()
  return (
    <DraftSetDialog
      title={t('preview_drafts')}
      action={t('preview')}
      beginsWithAll
      onChoose={async (items) => {
        if (await preview({ items })) onClose()
      }}
      onClose={onClose}
    >
      <p>{t('preview_text')}</p>
    </DraftSetDialog>
  )
}

/** Adds drafts to an open release, or to a new one. */
export function AddToReleaseDialog({ onClose }: DialogProps) {
  const t = useWords('releases')
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const { data } = useQuery({ queryKey: ['releases', OPEN], queryFn: () => listReleases(OPEN) })
  const [picked, setPicked] = useState<string | null>(null)
  const [name, setName] = useState('')
  const open = data?.items ?? []
  const target = picked ?? String(open[0]?.id ?? NEW)

  async function add(items: Item[]) {
    if (target === NEW) return createRelease({ name: name.trim() || t('new_release'), items })
    const release = await getRelease(Number(target))
    const added = items.filter(({ resource, id }) =>
      release.items.every((item) => item.resource !== resource || item.id !== id),
    )
    return changeRelease(release, { items: [...release.items.map(itemOf), ...added] })
  }
  async function choose(items: Item[]) {
    const release = await add(items)
    await queries.invalidateQueries({ queryKey: ['releases'] })
    onClose()
    showToast(t('added_to', { name: release.name }), {
      action: { label: t('open'), onPress: () => navigate(`/releases/${release.id}`) },
    })
  }
  return (
    <DraftSetDialog title={t('add_to_release')} action={t('add')} onChoose={choose} onClose={onClose}>
      <Select
        label={t('release')}
        value={target}
        options={[
          ...open.map(({ id, name }) => ({ id: String(id), label: name })),
          { id: NEW, label: t('new_release') },
        ]}
        onChange={setPicked}
      />
      {target === NEW && (
        <TextField label={t('name')} value={name} onChange={setName} dir="auto" autoComplete="off" />
      )}
    </DraftSetDialog>
  )
}
