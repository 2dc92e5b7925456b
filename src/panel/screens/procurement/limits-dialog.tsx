import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ApprovalLimits } from '../../../client/index.ts'
import { queryClient } from '../../app/api/api.ts'
import { Button, IconButton } from '../../app/design/button.tsx'
import { ComboBox } from '../../app/design/combo-box.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { currencyOptions } from './currency-options.ts'
import { checkLimits, emptyLimit, type LimitErrors, limitsAsTyped, type TypedLimit } from './limits-draft.ts'
import { procurementApi } from './procurement-api.ts'

/** The totals up to which one and two people approve a quote, by currency. */
export function LimitsDialog({ onClose }: { onClose: () => void }) {
  const words = useWords('procurement')
  const { data, error, refetch } = useQuery({
    queryKey: ['approval-limits'],
    queryFn: () => procurementApi.approvalLimits.get(),
    gcTime: 0,
  })
  if (data) return <LimitsForm limits={data} onClose={onClose} />
  return (
    <FormDialog
      title={words('limits')}
      onClose={onClose}
      action={words('save')}
      isPending
      onSubmit={() => {}}
    >
      {error ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : <Waiting />}
    </FormDialog>
  )
}

function LimitsForm({ limits, onClose }: { limits: ApprovalLimits; onClose: () => void }) {
  const words = useWords('procurement')
  const { language } = useLanguage()
  const currencies = useMemo(() => currencyOptions(language), [language])
  const [rows, setRows] = useState(() => limitsAsTyped(limits, language))
  const [errors, setErrors] = useState<LimitErrors>({})
  const { failure, isPending, submit } = useSubmission()
  const save = () =>
    submit(async () => {
      const { body, errors: found } = checkLimits(rows, limits)
      setErrors(found)
      if (Object.keys(found).length > 0) return
      await procurementApi.approvalLimits.change(body)
      await queryClient.invalidateQueries({ queryKey: ['record', 'quotes'] })
      showToast(words('saved'))
      onClose()
    })
  const change = (row: TypedLimit, changes: Partial<TypedLimit>) =>
    setRows(rows.map((other) => (other === row ? { ...other, ...changes } : other)))
  const errorOf = (path: string) => (errors[path] ? words(errors[path]) : undefined)
  return (
    <FormDialog
      title={words('limits')}
      onClose={onClose}
      size="large"
      action={words('save')}
      isPending={isPending}
      onSubmit={save}
    >
      {failure !== null && <ProblemNotice error={failure} />}
      <p className="muted">{words('limits_text')}</p>
      {rows.map((row, index) => (
        <fieldset key={row.key} className="quote-line approval-limit">
          <legend>{words('limit', { count: index + 1 })}</legend>
          <ComboBox
            label={words('currency')}
            description={words('currency_help')}
            isRequired
            allowsCustomValue
            menuTrigger="focus"
            options={currencies}
            inputValue={row.currency}
            error={errorOf(`${row.key}.currency`)}
            onInputChange={(currency) => currency !== row.currency && change(row, { currency })}
          />
          {(['one', 'two'] as const).map((name) => (
            <TextField
              key={name}
              label={words(`up_to_${name}`)}
              isRequired={name === 'one'}
              inputMode="decimal"
              value={row[name].price}
              error={errorOf(`${row.key}.${name}`)}
              onChange={(price) => change(row, { [name]: { ...row[name], price } })}
            />
          ))}
          <IconButton
            icon="trash"
            label={words('remove_limit', { count: index + 1 })}
            onPress={() => setRows(rows.filter((other) => other !== row))}
          />
        </fieldset>
      ))}
      <div>
        <Button icon="plus" onPress={() => setRows([...rows, emptyLimit()])}>
          {words('add_limit')}
        </Button>
      </div>
    </FormDialog>
  )
}
