import { useState } from 'react'
import type { ResourceDescription } from '../../client/index.ts'
import { Button } from '../app/design/button.tsx'
import { ConfirmDialog } from '../app/design/dialog.tsx'
import { lazyPart } from '../app/design/lazy-part.tsx'
import { SelectionBar } from '../app/design/selection-bar.tsx'
import { useWords } from '../app/words/words-context.tsx'
import type { ListedRecord } from '../records/record-names.ts'
import type { BatchAction } from './batch-actions.ts'
import type { useBatch } from './use-batch.ts'

const SetFieldDialog = lazyPart(() =>
  import('./set-field-dialog.tsx').then((module) => module.SetFieldDialog),
)
const FailedBatchDialog = lazyPart(() =>
  import('./failed-batch-dialog.tsx').then((module) => module.FailedBatchDialog),
)
const ScheduleDialog = lazyPart(() => import('./schedule-dialog.tsx').then((module) => module.ScheduleDialog))

type BatchBarProps = {
  resource: ResourceDescription
  selection: readonly ListedRecord[]
  /** Whether the last one of them is the first to be published. */
  isNewestFirst: boolean
  canSet: boolean
  batch: ReturnType<typeof useBatch>
  onClear: () => void
}

/** The actions on the selected records; at the lower edge of the window while there are any. */
export function BatchBar({ resource, selection, isNewestFirst, canSet, batch, onClear }: BatchBarProps) {
  const t = useWords('lists')
  const [asked, setAsked] = useState<'delete' | 'set' | 'schedule' | null>(null)
  const { isPending, failed } = batch
  const count = selection.length
  const run = async (action: BatchAction, records = selection) => {
    await batch.run(records, action)
    setAsked(null)
  }
  return (
    <>
      {count > 0 && (
        <SelectionBar label={t('selected', { count })} clearLabel={t('clear_selection')} onClear={onClear}>
          {resource.publishable && resource.actions.includes('publish') && (
            <>
              <Button size="small" isPending={isPending} onPress={() => void run({ verb: 'publish' })}>
                {t('publish')}
              </Button>
              <Button size="small" isPending={isPending} onPress={() => void run({ verb: 'unpublish' })}>
                {t('unpublish')}
              </Button>
              <Button size="small" onPress={() => setAsked('schedule')}>
                {t('schedule')}
              </Button>
            </>
          )}
          {canSet && (
            <Button size="small" onPress={() => setAsked('set')}>
              {t('set_field')}
            </Button>
          )}
          <Button
            size="small"
            icon="trash"
            isPending={isPending}
            onPress={() => (count > 1 ? setAsked('delete') : void run({ verb: 'delete' }))}
          >
            {t('delete')}
          </Button>
        </SelectionBar>
      )}
      <ConfirmDialog
        title={t('delete_many', { count })}
        isOpen={asked === 'delete'}
        action={t('delete')}
        isDangerous
        isPending={isPending}
        onConfirm={() => void run({ verb: 'delete' })}
        onClose={() => setAsked(null)}
      >
        <p>{t('delete_many_text')}</p>
      </ConfirmDialog>
      {asked === 'set' && (
        <SetFieldDialog
          resource={resource}
          count={count}
          isPending={isPending}
          onSet={(field, value) => void run({ verb: 'set', field, value })}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'schedule' && (
        <ScheduleDialog
          resource={resource}
          records={isNewestFirst ? selection.toReversed() : selection}
          isPending={isPending}
          onSchedule={(dates) => void run({ verb: 'schedule', dates })}
          onClose={() => setAsked(null)}
        />
      )}
      {failed && (
        <FailedBatchDialog
          resource={resource}
          failed={failed}
          onRest={() => {
            batch.dismissFailure()
            void run(failed.action, failed.rest)
          }}
          onClose={batch.dismissFailure}
        />
      )}
    </>
  )
}
