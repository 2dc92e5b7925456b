// Actions on several files at once: describe, tag, delete.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '../../client/api-problem.ts'
import type { Media, MediaChanges, MediaWithUses } from '../../client/index.ts'
import { furtherFields } from '../../text/content-language.ts'
import { api } from '../app/api/api.ts'
import { Button } from '../app/design/button.tsx'
import { ConfirmDialog, Dialog } from '../app/design/dialog.tsx'
import { Checkbox, TextField } from '../app/design/fields.tsx'
import { FormDialog } from '../app/design/form-dialog.tsx'
import { useProblemMessage } from '../app/design/problem-message.ts'
import { SelectionBar } from '../app/design/selection-bar.tsx'
import { showToast } from '../app/design/toasts.tsx'
import { useWords } from '../app/words/words-context.tsx'
import { splitTags } from '../records/split-tags.ts'
import { MediaUses } from './media-facts.tsx'
import { Thumbnail } from './media-grid.tsx'
import { isImage, nameOf } from './media-names.ts'

type MediaBatchProps = { files: readonly Media[]; canDelete: boolean; onClear: () => void }

/** The actions on the selected files; at the lower edge of the window while there are any. */
export function MediaBatch({ files, canDelete, onClear }: MediaBatchProps) {
  const t = useWords('media')
  const [asked, setAsked] = useState<'describe' | 'tag' | 'delete' | null>(null)
  const [used, setUsed] = useState<MediaWithUses[]>([])
  const { isPending, changeAll, removeAll } = useChanges()
  const count = files.length
  const close = () => setAsked(null)
  const apply = async (changes: Map<Media, MediaChanges>) => {
    if (await changeAll(changes)) close()
  }
  const remove = async () => {
    const kept = await removeAll(files)
    close()
    setUsed(kept)
    onClear()
  }
  return (
    <>
      {count > 0 && (
        <SelectionBar label={t('selected', { count })} clearLabel={t('clear_selection')} onClear={onClear}>
          {files.some(isImage) && (
            <Button size="small" onPress={() => setAsked('describe')}>
              {t('describe_many')}
            </Button>
          )}
          <Button size="small" onPress={() => setAsked('tag')}>
            {t('tag_many')}
          </Button>
          {canDelete && (
            <Button size="small" icon="trash" onPress={() => setAsked('delete')}>
              {t('delete')}
            </Button>
          )}
        </SelectionBar>
      )}
      <ConfirmDialog
        title={t('delete_many', { count })}
        isOpen={asked === 'delete'}
        action={t('delete')}
        isDangerous
        isPending={isPending}
        onConfirm={() => void remove()}
        onClose={close}
      >
        <p>{t('delete_many_text')}</p>
      </ConfirmDialog>
      {asked === 'describe' && (
        <DescribeDialog files={files.filter(isImage)} {...{ isPending, onApply: apply, onClose: close }} />
      )}
      {asked === 'tag' && <TagDialog {...{ files, isPending, onApply: apply, onClose: close }} />}
      <Dialog title={t('in_use_many')} isOpen={used.length > 0} onClose={() => setUsed([])}>
        <p>{t('in_use_text')}</p>
        {used.map((file) => (
          <section key={file.id}>
            <h3 dir="auto">{nameOf(file)}</h3>
            <MediaUses uses={file.used_in} />
          </section>
        ))}
      </Dialog>
    </>
  )
}

type ChangeDialogProps = {
  files: readonly Media[]
  isPending: boolean
  onApply: (changes: Map<Media, MediaChanges>) => void
  onClose: () => void
}

/** The alternative texts of each picture, in both languages. */
const englishAlt = furtherFields('alt')[0]!

function DescribeDialog({ files, isPending, onApply, onClose }: ChangeDialogProps) {
  const t = useWords('media')
  const [texts, setTexts] = useState(
    () => new Map(files.map((file) => [file.id, { alt: file.alt ?? '', inEnglish: file[englishAlt] ?? '' }])),
  )
  const submit = () =>
    onApply(
      new Map(
        files.flatMap((file) => {
          const { alt, inEnglish } = texts.get(file.id)!
          const typed = { alt: alt.trim() || null, [englishAlt]: inEnglish.trim() || null }
          const isSame = typed.alt === file.alt && typed[englishAlt] === file[englishAlt]
          return isSame ? [] : [[file, typed] as const]
        }),
      ),
    )
  return (
    <FormDialog
      title={t('describe_title')}
      size="medium"
      action={t('save')}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <ul className="media-texts">
        {files.map((file) => {
          const own = texts.get(file.id)!
          const change = (part: Partial<typeof own>) =>
            setTexts(new Map(texts).set(file.id, { ...own, ...part }))
          return (
            <li key={file.id} aria-label={nameOf(file)}>
              <Thumbnail file={file} />
              <div className="stack">
                <TextField label={t('alt')} value={own.alt} onChange={(alt) => change({ alt })} />
                <TextField
                  label={t('english_alt')}
                  value={own.inEnglish}
                  onChange={(inEnglish) => change({ inEnglish })}
                  dir="ltr"
                  lang="en"
                />
              </div>
            </li>
          )
        })}
      </ul>
    </FormDialog>
  )
}

/** Tags that all files get, and those of theirs that none keeps. */
function TagDialog({ files, isPending, onApply, onClose }: ChangeDialogProps) {
  const t = useWords('media')
  const [added, setAdded] = useState('')
  const [removed, setRemoved] = useState<readonly string[]>([])
  const present = [...new Set(files.flatMap(({ tags }) => tags))]
  const submit = () =>
    onApply(
      new Map(
        files.map((file) => {
          const kept = file.tags.filter((tag) => !removed.includes(tag))
          return [file, { tags: [...new Set([...kept, ...splitTags(added)])] }]
        }),
      ),
    )
  return (
    <FormDialog
      title={t('tag_title', { count: files.length })}
      action={t('save')}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('tags_add')}
        description={t('tags_hint')}
        value={added}
        onChange={setAdded}
        autoFocus
      />
      {present.length > 0 && (
        <fieldset>
          <legend className="label">{t('tags_remove')}</legend>
          {present.map((tag) => (
            <div key={tag}>
              <Checkbox
                isSelected={removed.includes(tag)}
                onChange={(isSelected) =>
                  setRemoved(isSelected ? [...removed, tag] : removed.filter((other) => other !== tag))
                }
              >
                {tag}
              </Checkbox>
            </div>
          ))}
        </fieldset>
      )}
    </FormDialog>
  )
}

/** Changes file after file: one that fails leaves the others as they are. */
function useChanges() {
  const t = useWords('media')
  const client = useQueryClient()
  const describe = useProblemMessage()
  const [isPending, setPending] = useState(false)

  /** Calls `change` with each file; the files that it failed for, with their errors. */
  async function each(files: Iterable<Media>, change: (file: Media) => Promise<unknown>) {
    setPending(true)
    const failed = new Map<Media, unknown>()
    for (const file of files) await change(file).catch((error: unknown) => failed.set(file, error))
    await client.invalidateQueries({ queryKey: ['records', 'media'] })
    await client.invalidateQueries({ queryKey: ['record', 'media'] })
    setPending(false)
    return failed
  }

  function report(failed: Map<Media, unknown>) {
    for (const [file, error] of failed)
      showToast(t('file_failed', { name: nameOf(file), problem: describe(error).message }), {
        tone: 'danger',
      })
  }

  return {
    isPending,
    /** True if all changes were stored. */
    async changeAll(changes: Map<Media, MediaChanges>): Promise<boolean> {
      const failed = await each(changes.keys(), (file) =>
        api.admin.media.patch(file.id, changes.get(file)!, { version: file.version }),
      )
      report(failed)
      if (failed.size === 0) showToast(t('changed_many', { count: changes.size }))
      return failed.size === 0
    },
    /** Returns the files that stay since they are in use, with their places. */
    async removeAll(files: readonly Media[]): Promise<MediaWithUses[]> {
      const failed = await each(files, (file) => api.admin.media.remove(file.id))
      const isUsed = (error: unknown) => error instanceof ApiProblem && error.code === 'in_use'
      const [used, others] = [
        [...failed].filter(([, error]) => isUsed(error)),
        [...failed].filter(([, error]) => !isUsed(error)),
      ]
      report(new Map(others))
      const count = files.length - failed.size
      if (count > 0) showToast(t('deleted_many', { count }))
      return Promise.all(used.map(([{ id }]) => api.admin.media.get(id)))
    },
  }
}
