import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useApi } from '../../app/api/api.ts'
import { type AnyRecord, recordApiOf } from '../../app/api/record-api.ts'
import { Button } from '../../app/design/button.tsx'
import { lazyPart } from '../../app/design/lazy-part.tsx'
import { showToast, useAttempt } from '../../app/design/toasts.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { ViewLink } from '../../records/later-website-parts.ts'
import { PreviewButton, type PreviewToggle } from '../preview/preview-split.tsx'
import type { FormValues } from '../state/use-form-values.ts'

const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx').then((module) => module.DeleteDialog))

type Save = () => Promise<AnyRecord | null>
type RecordActionsProps = { form: FormValues; save: Save; preview: PreviewToggle; isReadOnly: boolean }

/** The actions on a stored record besides changing it. */
export function RecordActions({ form, save, preview, isReadOnly }: RecordActionsProps) {
  const t = useWords('forms')
  const { resource, recordId } = form
  const { actions, page_path } = resource
  const [, navigate] = useLocation()
  const duplicate = useDuplicate(form, save)
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <ViewLink resource={resource} record={form.state.loaded} />
      {page_path !== null && <PreviewButton preview={preview} />}
      {actions.includes('revise') && (
        <Button size="small" icon="history" onPress={() => navigate(`/${resource.name}/${recordId}/history`)}>
          {t('history')}
        </Button>
      )}
      {actions.includes('duplicate') && (
        <Button size="small" icon="copy" onPress={() => void duplicate()}>
          {t('duplicate')}
        </Button>
      )}
      {actions.includes('delete') && !isReadOnly && (
        <Button size="small" icon="trash" onPress={() => setDeleting(true)}>
          {t('delete')}
        </Button>
      )}
      {isDeleting && <DeleteDialog form={form} onClose={() => setDeleting(false)} />}
    </>
  )
}

/** The copy is made of what is stored, so changes are saved first. */
function useDuplicate({ resource, recordId, dirty }: FormValues, save: Save) {
  const t = useWords('forms')
  const api = useApi()
  const { attempt } = useAttempt()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  return async () => {
    if (dirty.length > 0 && !(await save())) return
    await attempt(async () => {
      const copy = await recordApiOf(api, resource.name).duplicate(recordId!)
      await queries.invalidateQueries({ queryKey: ['records', resource.name] })
      navigate(`/${resource.name}/${copy.id}`)
      showToast(t('duplicated'))
    })
  }
}
