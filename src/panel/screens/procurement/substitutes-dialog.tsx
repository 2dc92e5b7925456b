import { type CalendarDate, getLocalTimeZone, today } from '@internationalized/date'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Substitute } from '../../../client/index.ts'
import { queryClient } from '../../app/api/api.ts'
import { IconButton } from '../../app/design/button.tsx'
import { ComboBox } from '../../app/design/combo-box.tsx'
import { DayField } from '../../app/design/day-field.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { useProblemMessage } from '../../app/design/problem-message.ts'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Select } from '../../app/design/select.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { showToast, useAttempt } from '../../app/design/toasts.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { procurementApi } from './procurement-api.ts'

const KEY = ['substitutes']

type SubstitutesDialogProps = {
  /** The approver who chooses their own substitutes; null for an admin, who chooses for everybody. */
  self: number | null
  onClose: () => void
}

/** The substitutes of approvers, now and later, and a form for another one. */
export function SubstitutesDialog({ self, onClose }: SubstitutesDialogProps) {
  const words = useWords('procurement')
  const describeProblem = useProblemMessage()
  const list = useQuery({ queryKey: KEY, queryFn: () => procurementApi.substitutes.list() })
  const people = useQuery({
    queryKey: [...KEY, 'candidates'],
    queryFn: () => procurementApi.substitutes.candidates(),
  })
  const [approver, setApprover] = useState(self === null ? null : String(self))
  const [substitute, setSubstitute] = useState<string | null>(null)
  const [name, setName] = useState('')
  const now = today(getLocalTimeZone())
  const [from, setFrom] = useState<CalendarDate | null>(now)
  const [to, setTo] = useState<CalendarDate | null>(now.add({ days: 7 }))
  const [isChecked, setChecked] = useState(false)
  const { failure, issues, isPending, submit } = useSubmission()
  const refresh = () => queryClient.invalidateQueries({ queryKey: KEY })
  const save = () =>
    submit(async () => {
      setChecked(true)
      if (approver === null || substitute === null || !from || !to) return
      await procurementApi.substitutes.create({
        approver: Number(approver),
        substitute: Number(substitute),
        from: isoDay(from),
        to: isoDay(to),
      })
      await refresh()
      showToast(words('saved'))
      setSubstitute(null)
      setName('')
      setChecked(false)
    })
  const missing = (isMissing: boolean, message: string) => (isChecked && isMissing ? message : undefined)
  const issueOf = (path: string) => (path in issues ? describeProblem(failure).message : undefined)
  const candidates = people.data?.items ?? []
  const typed = name.trim().toLowerCase()
  return (
    <FormDialog
      title={words('substitutes')}
      onClose={onClose}
      size="large"
      action={words('add_substitute')}
      isPending={isPending}
      onSubmit={save}
    >
      <p className="muted">{words('substitutes_text')}</p>
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {people.error && <ProblemNotice error={people.error} onRetry={() => void people.refetch()} />}
      {list.data ? (
        <Substitutes items={list.data.items} self={self} onChanged={refresh} />
      ) : (
        !list.error && <Waiting />
      )}
      {failure !== null && <ProblemNotice error={failure} />}
      <div className="form-thirds">
        {self === null && (
          <Select
            label={words('approver')}
            isRequired
            value={approver}
            options={candidates
              .filter(({ is_approver }) => is_approver)
              .map(({ id, display_name }) => ({ id: String(id), label: display_name }))}
            onChange={setApprover}
            error={missing(approver === null, words('choose_approver')) ?? issueOf('approver')}
          />
        )}
        <ComboBox
          label={words('substitute')}
          isRequired
          menuTrigger="focus"
          options={candidates
            .filter(
              ({ id, display_name }) => String(id) !== approver && display_name.toLowerCase().includes(typed),
            )
            .map(({ id, display_name }) => ({ id: String(id), label: display_name }))}
          isFiltered
          inputValue={name}
          onInputChange={(text) => {
            setName(text)
            setSubstitute(null)
          }}
          value={substitute}
          onChange={(key) => {
            const chosen = candidates.find(({ id }) => String(id) === key)
            if (!chosen) return
            setSubstitute(String(chosen.id))
            setName(chosen.display_name)
          }}
          error={missing(substitute === null, words('choose_substitute')) ?? issueOf('substitute')}
          emptyText={words('nobody_found')}
        />
      </div>
      <div className="form-thirds">
        <DayField
          label={words('from_day')}
          isRequired
          value={from}
          onChange={setFrom}
          error={missing(!from, words('enter_day')) ?? issueOf('from')}
        />
        <DayField
          label={words('to_day')}
          description={words('to_day_help')}
          isRequired
          value={to}
          onChange={setTo}
          error={missing(!to, words('enter_day')) ?? issueOf('to')}
        />
      </div>
    </FormDialog>
  )
}

const isoDay = (day: CalendarDate) => day.toString()

type SubstitutesProps = { items: Substitute[]; self: number | null; onChanged: () => Promise<unknown> }

function Substitutes({ items, self, onChanged }: SubstitutesProps) {
  const words = useWords('procurement')
  const { formatInstant } = useFormat()
  const { isPending, attempt } = useAttempt()
  const dayText = (day: string) => formatInstant(`${day}T12:00:00Z`, 'date')
  if (items.length === 0) return <p>{words('no_substitutes')}</p>
  return (
    <ul className="card-list">
      {items.map(({ id, version, approver, approver_name, substitute_name, from, to }) => (
        <li key={id}>
          <span>{words('stands_in', { substitute: substitute_name, approver: approver_name })}</span>
          <span className="muted small">{words('days', { from: dayText(from), to: dayText(to) })}</span>
          {(self === null || self === approver) && (
            <IconButton
              icon="trash"
              label={words('end_substitution', { substitute: substitute_name, approver: approver_name })}
              isPending={isPending}
              onPress={() =>
                void attempt(async () => {
                  await procurementApi.substitutes.remove(id, { version })
                  await onChanged()
                })
              }
            />
          )}
        </li>
      ))}
    </ul>
  )
}
