import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Quote } from '../../../client/index.ts'
import { api, queryClient } from '../../app/api/api.ts'
import { Button, IconButton } from '../../app/design/button.tsx'
import { ComboBox } from '../../app/design/combo-box.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { Notice } from '../../app/design/notice.tsx'
import { useProblemMessage } from '../../app/design/problem-message.ts'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useSubmission } from '../../app/design/use-submission.ts'
import { askBeforeLeaving, useLeaveGuard } from '../../app/shell/leaving.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { currencyOptions } from './currency-options.ts'
import { ItemPicker } from './item-picker.tsx'
import { formatMoney } from './money.ts'
import { procurementApi } from './procurement-api.ts'
import {
  amountsOf,
  checkDraft,
  currencyOf,
  type DraftErrors,
  type DraftLine,
  draftOf,
  emptyLine,
  knownPrice,
  NO_ITEM,
  type QuoteDraft,
  totalOf,
} from './quote-draft.ts'
import { useKeptQuote } from './use-kept-quote.ts'

type QuoteDialogProps = {
  /** Null for a new quote. */
  quote: Quote | null
  onClose: () => void
  onSaved: (quote: Quote) => void
}

export function QuoteDialog({ quote, onClose, onSaved }: QuoteDialogProps) {
  const words = useWords('procurement')
  const { language } = useLanguage()
  const currencies = useMemo(() => currencyOptions(language), [language])
  const describeProblem = useProblemMessage()
  const [first] = useState(() => draftOf(quote, language))
  const [edited, setEdited] = useState(first)
  const config = useQuery({ queryKey: ['client-config'], queryFn: () => api.clientConfig() })
  const draft = { ...edited, currency: edited.currency ?? config.data?.default_currency ?? '' }
  // Changes `edited`, since `draft` has an empty currency until the settings have come.
  const change = (changed: Partial<QuoteDraft>) => setEdited((before) => ({ ...before, ...changed }))
  const isDirty = JSON.stringify(edited) !== JSON.stringify(first)
  const { offered, dismiss, forget } = useKeptQuote(quote?.id ?? null, isDirty ? edited : null)
  useLeaveGuard(isDirty)
  const close = () => (isDirty ? void askBeforeLeaving(onClose) : onClose())
  const currency = currencyOf(draft)
  const total = totalOf(draft)
  const [errors, setErrors] = useState<DraftErrors>({})
  const { failure, issues, isPending, submit } = useSubmission()
  // A repeated request with the same key creates no second quote.
  const [key] = useState(() => crypto.randomUUID())
  const save = () =>
    submit(async () => {
      const { body, errors: found } = checkDraft(draft)
      setErrors(found)
      if (Object.keys(found).length > 0) return
      const { quotes } = procurementApi
      const saved = quote
        ? await quotes.change(quote.id, body, { version: quote.version })
        : await quotes.create(body, { key })
      await queryClient.invalidateQueries({ queryKey: ['records', 'quotes'] })
      showToast(words('saved'))
      // Awaited: a page that is left at once would offer again what has been saved.
      await forget()
      // Closes the form first: its guard would ask before the page is left.
      flushSync(onClose)
      onSaved(saved)
    })
  const errorOf = (path: string) =>
    errors[path] ? words(errors[path]) : path in issues ? describeProblem(failure).message : undefined
  const changeLines = (lines: (before: DraftLine[]) => DraftLine[]) =>
    setEdited((before) => ({ ...before, lines: lines(before.lines) }))
  const setLine = (index: number, changed: Partial<DraftLine>) =>
    changeLines((lines) => lines.map((line, other) => (other === index ? { ...line, ...changed } : line)))
  return (
    <FormDialog
      title={words(quote ? 'edit_quote' : 'new_quote')}
      onClose={close}
      size="large"
      action={words('save')}
      isPending={isPending}
      onSubmit={save}
    >
      {failure !== null && <ProblemNotice error={failure} />}
      {offered && (
        <Notice
          icon="history"
          action={
            <Button
              onPress={() => {
                setEdited(offered)
                dismiss()
              }}
            >
              {words('restore_draft')}
            </Button>
          }
        >
          {words('draft_left')}
        </Notice>
      )}
      <div className="form-row">
        <TextField
          label={words('title')}
          isRequired
          value={draft.title}
          error={errorOf('title')}
          onChange={(title) => change({ title })}
        />
        <ComboBox
          label={words('currency')}
          description={words('currency_help')}
          isRequired
          allowsCustomValue
          menuTrigger="focus"
          options={currencies}
          inputValue={draft.currency}
          error={errorOf('currency')}
          onInputChange={(currency) => currency !== draft.currency && change({ currency })}
        />
      </div>
      {draft.lines.map((line, index) => (
        <LineFields
          key={line.key}
          line={line}
          index={index}
          currency={currency}
          errorOf={errorOf}
          onChange={(changed) => setLine(index, changed)}
          onRemove={
            draft.lines.length > 1
              ? () => changeLines((lines) => lines.filter(({ key }) => key !== line.key))
              : null
          }
        />
      ))}
      <div>
        <Button icon="plus" onPress={() => changeLines((lines) => [...lines, emptyLine(language)])}>
          {words('add_line')}
        </Button>
      </div>
      {total !== null && (
        <p aria-live="polite">
          {words('total')}: <bdi>{formatMoney(total, currency, language)}</bdi>
        </p>
      )}
    </FormDialog>
  )
}

type LineFieldsProps = {
  line: DraftLine
  index: number
  currency: string
  errorOf: (path: string) => string | undefined
  onChange: (change: Partial<DraftLine>) => void
  onRemove: (() => void) | null
}

function LineFields({ line, index, currency, errorOf, onChange, onRemove }: LineFieldsProps) {
  const words = useWords('procurement')
  const { language } = useLanguage()
  const amounts = amountsOf(line, currency)
  const money = (minor: number) => formatMoney(minor, currency, language)
  const count = index + 1
  return (
    <fieldset className="quote-line">
      <legend>{words('line', { count })}</legend>
      <TextField
        label={words('description')}
        isRequired
        value={line.description}
        error={errorOf(`lines.${index}.description`)}
        onChange={(description) => onChange({ description })}
      />
      <ItemPicker
        id={line.item === NO_ITEM ? null : Number(line.item)}
        onChange={(chosen) =>
          onChange({
            item: chosen ? String(chosen.id) : NO_ITEM,
            ...(chosen && line.description === '' && { description: chosen.name }),
          })
        }
      />
      <TextField
        label={words('quantity')}
        isRequired
        inputMode="numeric"
        value={line.quantity}
        error={errorOf(`lines.${index}.quantity`)}
        onChange={(quantity) => onChange({ quantity })}
      />
      <TextField
        label={words('unit_price')}
        isRequired
        inputMode="decimal"
        value={line.price}
        error={errorOf(`lines.${index}.unit_price`)}
        description={amounts.length === 1 && <bdi>{money(amounts[0]!)}</bdi>}
        onChange={(price) => onChange({ price })}
      />
      {amounts.length > 1 && (
        <div className="price-readings">
          <span>{words('price_two_ways')}</span>
          {amounts.map((minor) => (
            <Button key={minor} size="small" onPress={() => onChange(knownPrice(minor, currency, language))}>
              {money(minor)}
            </Button>
          ))}
        </div>
      )}
      {onRemove && <IconButton icon="trash" label={words('remove_line', { count })} onPress={onRemove} />}
    </fieldset>
  )
}
