import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '../../client/api-problem.ts'
import type { ResourceDescription } from '../../client/index.ts'
import { useApi } from '../app/api/api.ts'
import { type BatchOperation, recordApiOf } from '../app/api/record-api.ts'
import { useProblemMessage } from '../app/design/problem-message.ts'
import { showToast } from '../app/design/toasts.tsx'
import { useWords } from '../app/words/words-context.tsx'
import type { ListedRecord } from '../records/record-names.ts'
import { restoreRecords } from '../records/restore-records.ts'
import {
  affected,
  type BatchAction,
  failuresOf,
  inverseOf,
  operationsOf,
  type RecordFailure,
} from './batch-actions.ts'

const DONE = {
  publish: 'batch_published',
  unpublish: 'batch_unpublished',
  delete: 'batch_deleted',
  set: 'batch_set',
  schedule: 'batch_scheduled',
} as const

/** A batch that changed nothing, and why; `rest` are the records without a problem. */
export type FailedBatch = {
  action: BatchAction
  message: string
  failures: RecordFailure[]
  rest: ListedRecord[]
}

/** Changes several records at once, and offers to take it back. */
export function useBatch(resource: ResourceDescription) {
  const api = useApi()
  const records = recordApiOf(api, resource.name)
  const queries = useQueryClient()
  const problemMessage = useProblemMessage()
  const t = useWords('lists')
  const [isPending, setPending] = useState(false)
  const [failed, setFailed] = useState<FailedBatch | null>(null)

  const refresh = async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['records', resource.name] }),
      queries.invalidateQueries({ queryKey: ['record', resource.name] }),
      queries.invalidateQueries({ queryKey: ['trash'] }),
    ])
  }

  /** The columns include the field that is to be set, which the list may not show. */
  async function withField(selected: ListedRecord[], action: BatchAction): Promise<ListedRecord[]> {
    if (action.verb !== 'set') return selected
    const ids = selected.map(({ id }) => id).join(',')
    const { items } = await records.list({ id: ids, fields: action.field, page: 1, per_page: 100 })
    const values = new Map(items.map((record) => [record.id, record[action.field]]))
    return selected.map((record) => ({ ...record, [action.field]: values.get(record.id) }))
  }

  /** Resolves with whether the records were changed. */
  async function run(selected: readonly ListedRecord[], action: BatchAction): Promise<boolean> {
    setPending(true)
    const targets = affected(selected, action)
    try {
      const before = await withField(targets, action)
      const results = before.length > 0 ? await send(operationsOf(before, action)) : []
      const inverse = inverseOf(action, before, results)
      const undo = () => void takeBack(inverse, results)
      showToast(t(DONE[action.verb], { count: results.length }), results.length > 0 ? { undo } : {})
      await refresh()
      return true
    } catch (error) {
      fail(error, action, targets)
      return false
    } finally {
      setPending(false)
    }
  }

  const send = (operations: BatchOperation[]) => records.batch(operations, { records: false })

  async function takeBack(inverse: BatchOperation[] | null, results: readonly { id: number }[]) {
    try {
      if (inverse) await send(inverse)
      else
        await restoreRecords(
          api,
          resource.name,
          results.map(({ id }) => id),
        )
      showToast(t('batch_undone', { count: results.length }))
    } catch (error) {
      showToast(problemMessage(error).message, { tone: 'danger' })
    }
    await refresh()
  }

  function fail(error: unknown, action: BatchAction, targets: ListedRecord[]) {
    const issues = error instanceof ApiProblem ? error.errors : []
    const failures = failuresOf(issues, targets)
    const { message } = problemMessage(error)
    if (failures.length === 0) showToast(message, { tone: 'danger' })
    else {
      const isFailed = new Set(failures.map(({ record }) => record.id))
      setFailed({ action, message, failures, rest: targets.filter(({ id }) => !isFailed.has(id)) })
    }
    void refresh()
  }

  return { run, isPending, failed, dismissFailure: () => setFailed(null) }
}
