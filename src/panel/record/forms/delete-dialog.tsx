import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { ApiProblem } from '../../../client/api-problem.ts'
import type { FieldIssue } from '../../../client/index.ts'
import { useApi, useSchema } from '../../app/api/api.ts'
import { recordApiOf } from '../../app/api/record-api.ts'
import { Button, Link } from '../../app/design/button.tsx'
import { ConfirmDialog, Dialog } from '../../app/design/dialog.tsx'
import { useProblemMessage } from '../../app/design/problem-message.ts'
import { showToast, useAttempt } from '../../app/design/toasts.tsx'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { titleOf } from '../../records/record-names.ts'
import { restoreRecords } from '../../records/restore-records.ts'
import type { FormValues } from '../state/use-form-values.ts'

type DeleteDialogProps = { form: FormValues; onClose: () => void }

/** Asks before a record moves to the trash. One that is in use stays; then the dialog names the places. */
export function DeleteDialog({ form, onClose }: DeleteDialogProps) {
  const t = useWords('deleting')
  const label = useLabel()
  const describe = useProblemMessage()
  const [isPending, setPending] = useState(false)
  const [uses, setUses] = useState<FieldIssue[] | null>(null)
  const remove = useRemove(form)
  const { resource, state, dirty } = form
  const name = titleOf(state.loaded, resource, label) ?? label(resource.label)
  const confirm = async () => {
    setPending(true)
    try {
      await remove()
    } catch (error) {
      setPending(false)
      if (error instanceof ApiProblem && error.code === 'in_use') return setUses(error.errors)
      onClose()
      showToast(describe(error).message, { tone: 'danger' })
    }
  }
  if (uses) return <InUseDialog uses={uses} name={name} onClose={onClose} />
  return (
    <ConfirmDialog
      title={t('delete_title', { name })}
      isOpen
      action={t('delete')}
      isDangerous
      isPending={isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{t('delete_text')}</p>
      {dirty.length > 0 && <p>{t('delete_unsaved')}</p>}
    </ConfirmDialog>
  )
}

/** Deletes the record, goes to its list and offers the way back. */
function useRemove({ resource, recordId, state, dispatch }: FormValues) {
  const t = useWords('deleting')
  const api = useApi()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const restore = useRestore(resource.name, recordId!)
  return async () => {
    await recordApiOf(api, resource.name).remove(recordId!, { version: Number(state.loaded.version) })
    // Unsaved text goes with the record, so leaving needs no question.
    dispatch({ type: 'reset' })
    void queries.invalidateQueries({ queryKey: ['records', resource.name] })
    // The form has then heard of it and no longer asks before leaving.
    setTimeout(() => navigate(`/${resource.name}`), 0)
    showToast(t('deleted'), { undo: () => void restore() })
  }
}

/** Takes the record out of the trash again and opens it. */
function useRestore(resource: string, recordId: number) {
  const t = useWords('deleting')
  const api = useApi()
  const { attempt } = useAttempt()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  return () =>
    attempt(async () => {
      const restored = await restoreRecords(api, resource, [recordId])
      if (restored.length === 0) return showToast(t('not_in_trash'), { tone: 'danger' })
      await queries.invalidateQueries()
      navigate(`/${resource}/${recordId}`)
      showToast(t('restored'))
    })
}

type InUseDialogProps = {
  /** The issues of a 409, with paths such as `articles/5`. */
  uses: readonly FieldIssue[]
  name: string
  onClose: () => void
}

/** The uses of a record that keep it from being deleted, with the way to each of them. */
function InUseDialog({ uses, name, onClose }: InUseDialogProps) {
  const t = useWords('deleting')
  const label = useLabel()
  const api = useApi()
  const { resources } = useSchema()
  const places = uses.map(({ path }) => {
    const [name = '', id = ''] = path.split('/')
    return { path, id, name, resource: resources.find((one) => one.name === name) }
  })
  const records = useQueries({
    queries: places.map((place) => ({
      queryKey: ['record', place.name, place.id],
      queryFn: () => recordApiOf(api, place.name).get(place.id),
      enabled: place.resource !== undefined,
    })),
  })
  return (
    <Dialog
      title={t('in_use_title', { name })}
      isOpen
      onClose={onClose}
      size="small"
      actions={<Button onPress={onClose}>{t('close')}</Button>}
    >
      <p>{t('in_use_text')}</p>
      <ul className="use-list">
        {places.map(({ path, id, resource }, index) => {
          const record = records[index]?.data
          const title = resource && record ? titleOf(record, resource, label) : null
          return (
            <li key={path}>
              <span className="muted small">{resource ? label(resource.label) : path}</span>
              <Link href={`/${path}`}>{title ?? `#${id}`}</Link>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
