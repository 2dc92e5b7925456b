import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Supplier } from '../../../client/index.ts'
import { queryClient } from '../../app/api/api.ts'
import { Button, IconButton } from '../../app/design/button.tsx'
import { ComboBox } from '../../app/design/combo-box.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useSubmission } from '../../app/design/use-submission.ts'
import { askBeforeLeaving, useLeaveGuard } from '../../app/shell/leaving.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { currencyOptions } from './currency-options.ts'
import { procurementApi } from './procurement-api.ts'
import { checkDraft, type DraftContact, type DraftError, draftOf, emptyContact } from './supplier-draft.ts'

type SupplierDialogProps = {
  /** Null for a new supplier. */
  supplier: Supplier | null
  onClose: () => void
}

export function SupplierDialog({ supplier, onClose }: SupplierDialogProps) {
  const words = useWords('suppliers')
  const { language } = useLanguage()
  const currencies = useMemo(() => currencyOptions(language), [language])
  const [first] = useState(() => draftOf(supplier, language))
  const [draft, setDraft] = useState(first)
  const [errors, setErrors] = useState<{ [path: string]: DraftError }>({})
  const { failure, issues, isPending, submit } = useSubmission()
  const isDirty = JSON.stringify(draft) !== JSON.stringify(first)
  useLeaveGuard(isDirty)
  const close = () => (isDirty ? void askBeforeLeaving(onClose) : onClose())

  const save = () =>
    submit(async () => {
      const { body, errors: found } = checkDraft(draft)
      setErrors(found)
      if (Object.keys(found).length > 0) return
      const { suppliers } = procurementApi
      await (supplier
        ? suppliers.change(supplier.id, body, { version: supplier.version })
        : suppliers.create(body))
      await queryClient.invalidateQueries({ queryKey: ['suppliers'] })
      showToast(words('saved'))
      // Closes the form first: its guard would ask before the page is left.
      flushSync(onClose)
    })
  const errorOf = (path: string) => {
    if (errors[path]) return words(errors[path])
    if (!(path in issues)) return null
    if (issues[path] === 'taken') return words('code_taken')
    if (path.endsWith('email')) return words('enter_email')
    return words(path === 'currency' ? 'enter_currency' : 'invalid_text')
  }
  const isSaidAtField = Object.keys(issues).length > 0
  const field = (name: Exclude<keyof typeof draft, 'contacts'>) => ({
    label: words(name),
    value: draft[name],
    error: errorOf(name),
    onChange: (text: string) => setDraft({ ...draft, [name]: text }),
  })
  const setContact = (index: number, change: Partial<DraftContact>) =>
    setDraft({
      ...draft,
      contacts: draft.contacts.map((contact, other) =>
        other === index ? { ...contact, ...change } : contact,
      ),
    })
  return (
    <FormDialog
      title={words(supplier ? 'edit_supplier' : 'new_supplier')}
      onClose={close}
      size="large"
      action={words('save')}
      isPending={isPending}
      onSubmit={save}
    >
      {failure !== null && !isSaidAtField && <ProblemNotice error={failure} />}
      <div className="form-row">
        <TextField {...field('name')} isRequired />
        <TextField {...field('code')} dir="ltr" />
      </div>
      <div className="form-row">
        <TextField {...field('payment_terms')} />
        <TextField {...field('tax_id')} dir="ltr" />
      </div>
      <div className="form-thirds">
        <ComboBox
          label={words('currency')}
          allowsCustomValue
          menuTrigger="focus"
          options={currencies}
          inputValue={draft.currency}
          error={errorOf('currency')}
          onInputChange={(currency) => currency !== draft.currency && setDraft({ ...draft, currency })}
        />
        <TextField {...field('lead_time_days')} inputMode="numeric" />
        <TextField
          {...field('over_receipt_tolerance')}
          inputMode="numeric"
          description={words('tolerance_help')}
        />
      </div>
      {draft.contacts.map((contact, index) => (
        <ContactFields
          key={contact.key}
          contact={contact}
          index={index}
          errorOf={errorOf}
          onChange={(change) => setContact(index, change)}
          onRemove={() =>
            setDraft({ ...draft, contacts: draft.contacts.filter((other) => other !== contact) })
          }
        />
      ))}
      <div>
        <Button
          icon="plus"
          onPress={() => setDraft({ ...draft, contacts: [...draft.contacts, emptyContact()] })}
        >
          {words('add_contact')}
        </Button>
      </div>
      <TextField {...field('address')} rows={3} />
      <TextField {...field('note')} rows={3} />
    </FormDialog>
  )
}

type ContactFieldsProps = {
  contact: DraftContact
  index: number
  errorOf: (path: string) => string | null
  onChange: (change: Partial<DraftContact>) => void
  onRemove: () => void
}

function ContactFields({ contact, index, errorOf, onChange, onRemove }: ContactFieldsProps) {
  const words = useWords('suppliers')
  const count = index + 1
  const field = (name: 'name' | 'role' | 'email' | 'phone') => ({
    value: contact[name],
    error: errorOf(`contacts.${index}.${name}`),
    onChange: (text: string) => onChange({ [name]: text }),
  })
  return (
    <fieldset className="quote-line supplier-contact">
      <legend>{words('contact', { count })}</legend>
      <TextField {...field('name')} label={words('contact_name')} isRequired />
      <TextField {...field('role')} label={words('contact_role')} />
      <TextField {...field('email')} label={words('email')} type="email" dir="ltr" />
      <TextField {...field('phone')} label={words('phone')} type="tel" dir="ltr" />
      <IconButton icon="trash" label={words('remove_contact', { count })} onPress={onRemove} />
    </fieldset>
  )
}
