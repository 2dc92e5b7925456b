import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Offer, Quote, Supplier } from '../../../client/index.ts'
import { ComboBox } from '../../app/design/combo-box.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useSubmission } from '../../app/design/use-submission.ts'
import { askBeforeLeaving, useLeaveGuard } from '../../app/shell/leaving.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { currencyOptions } from './currency-options.ts'
import { DayField } from './day-field.tsx'
import { readRate } from './money.ts'
import { checkOffer, type DraftOfferLine, draftOf, type OfferErrors, writtenRate } from './offer-draft.ts'
import { PriceField } from './price-field.tsx'
import { procurementApi } from './procurement-api.ts'
import { currencyOf } from './quote-draft.ts'
import { SupplierPicker } from './supplier-picker.tsx'

type OfferDialogProps = {
  quote: Quote
  /** Null for a new offer. */
  offer: Offer | null
  onClose: () => void
  onSaved: () => Promise<void>
}

export function OfferDialog({ quote, offer, onClose, onSaved }: OfferDialogProps) {
  const words = useWords('offers')
  const shared = useWords('procurement')
  const { language } = useLanguage()
  const currencies = useMemo(() => currencyOptions(language), [language])
  const [first] = useState(() => draftOf(offer, quote, language))
  const [draft, setDraft] = useState(first)
  const [supplier, setSupplier] = useState<Supplier | null>(null)
  const [errors, setErrors] = useState<OfferErrors>({})
  const [isChecked, setChecked] = useState(false)
  const { failure, issues, isPending, submit } = useSubmission()
  // A repeated request with the same key adds no second offer.
  const [key] = useState(() => crypto.randomUUID())
  const isDirty = supplier !== null || JSON.stringify(draft) !== JSON.stringify(first)
  useLeaveGuard(isDirty)
  const close = () => (isDirty ? void askBeforeLeaving(onClose) : onClose())
  const currency = currencyOf(draft)
  const isForeign = currency !== '' && currency !== quote.currency
  const rate = readRate(draft.rate)
  const change = (changed: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changed }))

  const save = () =>
    submit(async () => {
      const { body, errors: found } = checkOffer(draft, quote)
      setErrors(found)
      setChecked(true)
      if (Object.keys(found).length > 0 || (!offer && !supplier)) return
      await (offer
        ? procurementApi.offers.change(quote.id, offer.id, body, { version: offer.version })
        : procurementApi.offers.create(quote.id, { supplier_id: supplier!.id, ...body }, { key }))
      showToast(words('saved'))
      // Closes the form first: its guard would ask before the page is left.
      flushSync(onClose)
      await onSaved()
    })
  const errorOf = (path: string) => {
    const message = errors[path]
    if (message === undefined) return undefined
    if (message === 'enter_line' || message === 'enter_rate' || message === 'enter_days')
      return words(message)
    return shared(message)
  }
  const supplierError =
    isChecked && !offer && !supplier
      ? words('choose_supplier')
      : issues.supplier_id === 'already_offered'
        ? words('already_offered')
        : null
  const discountError = issues.discount === 'too_big' ? words('discount_too_big') : errorOf('discount')
  const setLine = (id: number, changed: Partial<DraftOfferLine>) =>
    change({ lines: draft.lines.map((line) => (line.id === id ? { ...line, ...changed } : line)) })
  return (
    <FormDialog
      title={offer ? words('edit_offer', { name: offer.supplier.name }) : words('new_offer')}
      onClose={close}
      size="large"
      action={words('save')}
      isPending={isPending}
      onSubmit={save}
    >
      {failure !== null && !issues.supplier_id && !issues.discount && <ProblemNotice error={failure} />}
      {!offer && (
        <SupplierPicker
          label={words('supplier')}
          description={words('find_supplier')}
          isActive
          chosen={supplier}
          error={supplierError}
          onChange={(chosen) => {
            setSupplier(chosen)
            if (chosen?.currency && first.currency === draft.currency) change({ currency: chosen.currency })
          }}
        />
      )}
      <div className="form-thirds">
        <ComboBox
          label={words('currency')}
          description={words('currency_help')}
          isRequired
          allowsCustomValue
          menuTrigger="focus"
          options={currencies}
          inputValue={draft.currency}
          error={errorOf('currency')}
          onInputChange={(text) => text !== draft.currency && change({ currency: text })}
        />
        {isForeign && (
          <TextField
            label={words('rate')}
            isRequired
            inputMode="decimal"
            value={draft.rate}
            error={errorOf('rate')}
            description={<bdi>{writtenRate(rate ?? '…', currency, quote.currency, { words, language })}</bdi>}
            onChange={(text) => change({ rate: text })}
          />
        )}
        <DayField
          label={words('valid_until')}
          value={draft.valid_until}
          onChange={(valid_until) => change({ valid_until })}
        />
      </div>
      {draft.lines.map((line, index) => (
        <OfferLineFields
          key={line.id}
          line={line}
          index={index}
          currency={currency}
          errorOf={errorOf}
          onChange={(changed) => setLine(line.id, changed)}
        />
      ))}
      {errors.lines && <p className="field-error">{words('enter_line')}</p>}
      <div className="form-thirds">
        {(['shipping', 'discount', 'tax'] as const).map((name) => (
          <PriceField
            key={name}
            label={words(name)}
            value={draft[name]}
            currency={currency}
            error={name === 'discount' ? discountError : errorOf(name)}
            onChange={(price) => change({ [name]: price })}
          />
        ))}
      </div>
    </FormDialog>
  )
}

type OfferLineFieldsProps = {
  line: DraftOfferLine
  index: number
  currency: string
  errorOf: (path: string) => string | undefined
  onChange: (change: Partial<DraftOfferLine>) => void
}

function OfferLineFields({ line, index, currency, errorOf, onChange }: OfferLineFieldsProps) {
  const words = useWords('offers')
  const { formatNumber } = useFormat()
  const path = `lines.${line.id}`
  return (
    <fieldset className="quote-line offer-line">
      <legend dir="auto">
        {words('line', { count: index + 1, description: line.description })} (
        {words('asked', { count: formatNumber(line.asked) })})
      </legend>
      <PriceField
        label={words('unit_price')}
        help={words('price_help')}
        value={line.price}
        currency={currency}
        error={errorOf(`${path}.unit_price`)}
        onChange={(price) => onChange({ price })}
      />
      <TextField
        label={words('quantity')}
        description={words('quantity_help')}
        inputMode="numeric"
        value={line.quantity}
        error={errorOf(`${path}.quantity`)}
        onChange={(quantity) => onChange({ quantity })}
      />
      <TextField
        label={words('lead_time_days')}
        inputMode="numeric"
        value={line.lead_time_days}
        error={errorOf(`${path}.lead_time_days`)}
        onChange={(lead_time_days) => onChange({ lead_time_days })}
      />
      <TextField label={words('note')} value={line.note} onChange={(note) => onChange({ note })} />
    </fieldset>
  )
}
