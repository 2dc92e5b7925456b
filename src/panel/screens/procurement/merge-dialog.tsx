import { useState } from 'react'
import type { Supplier } from '../../../client/index.ts'
import { queryClient } from '../../app/api/api.ts'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { procurementApi } from './procurement-api.ts'
import { SupplierPicker } from './supplier-picker.tsx'

/** Merges a duplicate into another supplier, which is found by its name or code. */
export function MergeDialog({ supplier, onClose }: { supplier: Supplier; onClose: () => void }) {
  const words = useWords('suppliers')
  const { failure, isPending, submit } = useSubmission()
  const [into, setInto] = useState<Supplier | null>(null)
  const [isChecked, setChecked] = useState(false)
  const merge = () =>
    submit(async () => {
      setChecked(true)
      if (!into) return
      const { id, version } = supplier
      await procurementApi.suppliers.merge(id, into.id, { version })
      await queryClient.invalidateQueries({ queryKey: ['suppliers'] })
      showToast(words('merged', { name: supplier.name, into: into.name }))
      onClose()
    })
  return (
    <FormDialog
      title={words('merge_title', { name: supplier.name })}
      onClose={onClose}
      action={words('merge_action')}
      isPending={isPending}
      onSubmit={merge}
    >
      {failure !== null && <ProblemNotice error={failure} />}
      <p>{words('merge_text')}</p>
      <SupplierPicker
        label={words('merge_into')}
        chosen={into}
        except={supplier.id}
        error={isChecked && !into ? words('choose_supplier') : null}
        onChange={setInto}
      />
    </FormDialog>
  )
}
