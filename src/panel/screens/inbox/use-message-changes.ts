import { useQueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../../../client/api-problem.ts'
import type { MessageMarks } from '../../../client/index.ts'
import { useApi } from '../../app/api/api.ts'
import { showToast, useAttempt } from '../../app/design/toasts.tsx'
import { useWords } from '../../app/words/words-context.tsx'

/** The toast after a change; several messages are counted. */
export type Done =
  | 'marked_read'
  | 'marked_unread'
  | 'marked_spam'
  | 'marked_no_spam'
  | 'marked_new'
  | 'marked_in_progress'
  | 'marked_answered'
  | 'assigned'
  | 'note_saved'

/** Changes and deletes messages, all or none; a failure is told, and the lists are loaded again. */
export function useMessageChanges() {
  const api = useApi()
  const queries = useQueryClient()
  const { isPending, attempt } = useAttempt()
  const t = useWords('inbox')

  const change = async (action: () => Promise<void>) => {
    let isDone = false
    await attempt(async () => {
      try {
        await action()
        isDone = true
      } catch (error) {
        // The message of the service names the operation.
        if (!(error instanceof ApiProblem && error.code === 'not_found')) throw error
        showToast(t('gone'), { tone: 'danger' })
      }
    })
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['messages'] }),
      // The number of unread ones in the navigation.
      queries.invalidateQueries({ queryKey: ['records', 'messages'] }),
    ])
    return isDone
  }
  const tell = (ids: readonly number[], done: Done | 'deleted', undo?: () => void) =>
    showToast(ids.length > 1 ? `${t(done)} (${t('messages', { count: ids.length })})` : t(done), {
      ...(undo && { undo }),
    })

  const mark = (ids: readonly number[], marks: MessageMarks, done: Done, undo?: () => void) =>
    change(async () => {
      const operations = ids.map((id) => ({ op: 'patch' as const, id, data: marks }))
      const { items } = await api.admin.messages.batch({ operations })
      for (const { id, record } of items) {
        if (marks.read !== undefined) queries.setQueryData(['message-kept-unread', id], !marks.read)
        queries.setQueryData(['message', id], record)
      }
      tell(ids, done, undo)
    })

  const remove = (ids: readonly number[]) =>
    change(async () => {
      await api.admin.messages.batch({ operations: ids.map((id) => ({ op: 'delete' as const, id })) })
      tell(ids, 'deleted')
    })

  return { mark, remove, isPending }
}
