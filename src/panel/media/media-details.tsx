// The dialog of one file: description, focal point, facts, uses, replacement, deletion.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '../../client/api-problem.ts'
import type { MediaWithUses } from '../../client/index.ts'
import { furtherFields } from '../../text/content-language.ts'
import { api } from '../app/api/api.ts'
import { Button, ExternalLink } from '../app/design/button.tsx'
import { ConfirmDialog, Dialog } from '../app/design/dialog.tsx'
import { TextField } from '../app/design/fields.tsx'
import { ProblemNotice } from '../app/design/problem-notice.tsx'
import { Waiting } from '../app/design/spinner.tsx'
import { showToast } from '../app/design/toasts.tsx'
import { useCopy } from '../app/design/use-copy.ts'
import { useLeaveGuard } from '../app/shell/leaving.ts'
import { useWords } from '../app/words/words-context.tsx'
import { splitTags } from '../records/split-tags.ts'
import { MediaFacts, MediaUses } from './media-facts.tsx'
import { Thumbnail } from './media-grid.tsx'
import { isImage, nameOf } from './media-names.ts'
import { usePickFile } from './media-picker.tsx'
import type { PictureEdit } from './picture-edit.ts'
import { PictureTools } from './picture-tools.tsx'

export function MediaDetails({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useWords('media')
  const { data, error, refetch } = useQuery({
    queryKey: ['record', 'media', id],
    queryFn: () => api.admin.media.get(id),
  })
  return (
    <Dialog title={data ? nameOf(data) : t('files')} isOpen size="large" onClose={onClose}>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && <Details key={data.version} file={data} onClose={onClose} />}
    </Dialog>
  )
}

const englishAlt = furtherFields('alt')[0]!

function Details({ file, onClose }: { file: MediaWithUses; onClose: () => void }) {
  const t = useWords('media')
  const client = useQueryClient()
  const [alt, setAlt] = useState(file.alt ?? '')
  const [altEn, setAltEn] = useState(file[englishAlt] ?? '')
  const [title, setTitle] = useState(file.title ?? '')
  const [tags, setTags] = useState(file.tags.join(t('comma')))
  const [edit, setEdit] = useState<PictureEdit>({ rotation: file.rotation, crop: file.crop })
  const [point, setPoint] = useState({ x: file.focal_x, y: file.focal_y })
  const [isPending, setPending] = useState(false)
  const [isDeleted, setDeleted] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const changes = {
    title: title.trim() || null,
    tags: [...new Set(splitTags(tags))],
    ...(isImage(file) && {
      alt: alt.trim() || null,
      [englishAlt]: altEn.trim() || null,
      focal_x: point.x,
      focal_y: point.y,
      ...edit,
    }),
  }
  const isChanged = Object.entries(changes).some(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(file[name as keyof typeof file]),
  )
  useLeaveGuard(isChanged && !isDeleted)

  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['records', 'media'] }),
      client.invalidateQueries({ queryKey: ['record', 'media', file.id] }),
    ])
  const save = async () => {
    setPending(true)
    setProblem(null)
    try {
      await api.admin.media.patch(file.id, changes, { version: file.version })
      await refresh()
      showToast(t('saved'))
    } catch (error) {
      setProblem(error)
    } finally {
      setPending(false)
    }
  }
  const leaveDeleted = () => {
    setDeleted(true)
    // The leave guard must have seen that first.
    setTimeout(onClose, 0)
  }
  const copy = useCopy(t('copied'))
  return (
    <div className="media-details">
      <div className="media-preview">
        {isImage(file) ? (
          <PictureTools file={file} edit={edit} onEdit={setEdit} point={point} onPoint={setPoint} />
        ) : (
          <>
            <Thumbnail file={file} />
            <p className="media-open">
              <ExternalLink href={file.url}>{t('open_file')}</ExternalLink>
            </p>
          </>
        )}
      </div>
      <div className="media-form">
        {problem !== null && <ProblemNotice error={problem} />}
        {isImage(file) && (
          <>
            <TextField label={t('alt')} description={t('alt_hint')} value={alt} onChange={setAlt} rows={2} />
            <TextField
              label={t('english_alt')}
              value={altEn}
              onChange={setAltEn}
              rows={2}
              dir="ltr"
              lang="en"
            />
          </>
        )}
        <TextField label={t('file_title')} value={title} onChange={setTitle} />
        <TextField label={t('tags')} description={t('tags_hint')} value={tags} onChange={setTags} />
        <div className="media-actions">
          <Button look="primary" isPending={isPending} onPress={save}>
            {t('save')}
          </Button>
          <Button icon="copy" onPress={() => copy(new URL(file.url, location.origin).href)}>
            {t('copy_address')}
          </Button>
          <ReplaceButton file={file} onReplaced={refresh} />
          {file.used_in.length === 0 && <DeleteButton file={file} onDeleted={leaveDeleted} />}
        </div>
        {file.used_in.length > 0 && <p className="muted small">{t('in_use_stays')}</p>}
        <MediaFacts file={file} />
        <MediaUses uses={file.used_in} />
      </div>
    </div>
  )
}

function ReplaceButton({ file, onReplaced }: { file: MediaWithUses; onReplaced: () => Promise<unknown> }) {
  const t = useWords('media')
  const pickFile = usePickFile()
  const [replacement, setReplacement] = useState<number | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const choose = async () => {
    const picked = await pickFile({ kind: isImage(file) ? 'image' : 'document' })
    setProblem(null)
    setReplacement(picked?.id ?? null)
  }
  const replace = async () => {
    if (replacement === null) return
    try {
      const { replaced } = await api.admin.media.replace(file.id, { with: replacement })
      await onReplaced()
      showToast(t('replaced', { count: replaced.length }))
      setReplacement(null)
    } catch (error) {
      setProblem(error)
    }
  }
  if (file.used_in.length === 0) return null
  return (
    <>
      <Button onPress={choose}>{t('replace')}</Button>
      <ConfirmDialog
        title={t('replace_title')}
        isOpen={replacement !== null}
        action={t('replace_confirm')}
        onConfirm={replace}
        onClose={() => setReplacement(null)}
      >
        {problem !== null && <ProblemNotice error={problem} />}
        <p>{t(isImage(file) ? 'replace_text' : 'replace_document_text', { count: file.used_in.length })}</p>
      </ConfirmDialog>
    </>
  )
}

function DeleteButton({ file, onDeleted }: { file: MediaWithUses; onDeleted: () => void }) {
  const t = useWords('media')
  const client = useQueryClient()
  const [step, setStep] = useState<'ask' | 'in_use' | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [uses, setUses] = useState(file.used_in)
  const remove = async () => {
    try {
      await api.admin.media.remove(file.id)
      showToast(t('deleted'))
      onDeleted()
      await client.invalidateQueries({ queryKey: ['records', 'media'] })
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'in_use') {
        setUses((await api.admin.media.get(file.id)).used_in)
        setStep('in_use')
      } else setProblem(error)
    }
  }
  return (
    <>
      <Button look="danger" icon="trash" onPress={() => setStep('ask')}>
        {t('delete')}
      </Button>
      <ConfirmDialog
        title={t('delete_title')}
        isOpen={step === 'ask'}
        action={t('delete')}
        isDangerous
        onConfirm={remove}
        onClose={() => setStep(null)}
      >
        {problem !== null && <ProblemNotice error={problem} />}
        <p>{t('delete_text')}</p>
      </ConfirmDialog>
      <Dialog title={t('in_use_title')} isOpen={step === 'in_use'} size="small" onClose={() => setStep(null)}>
        <p>{t('in_use_text')}</p>
        <MediaUses uses={uses} />
      </Dialog>
    </>
  )
}
