import { useRef, useState } from 'react'
import { ApiProblem } from '../../../client/api-problem.ts'
import type { SupplierImport } from '../../../client/index.ts'
import { queryClient } from '../../app/api/api.ts'
import { Button } from '../../app/design/button.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { procurementApi } from './procurement-api.ts'

type Checked = { name: string; csv: string; counts: SupplierImport }

/** A file is checked when it is chosen, and imported once its counts were seen. */
export function SupplierImportDialog({ onClose }: { onClose: () => void }) {
  const words = useWords('suppliers')
  const { failure, isPending, submit } = useSubmission()
  const input = useRef<HTMLInputElement>(null)
  const [checked, setChecked] = useState<Checked | null>(null)

  const check = (file: File) =>
    submit(async () => {
      setChecked(null)
      const csv = await file.text()
      const counts = await procurementApi.suppliers.import(csv, { dry_run: true })
      setChecked({ name: file.name, csv, counts })
    })
  const send = ({ csv }: Checked) =>
    submit(async () => {
      const { created, updated } = await procurementApi.suppliers.import(csv)
      await queryClient.invalidateQueries({ queryKey: ['suppliers'] })
      showToast(words('imported', { created, updated }))
      onClose()
    })
  const isEmpty = checked !== null && checked.counts.created + checked.counts.updated === 0
  return (
    <FormDialog
      title={words('import_title')}
      onClose={onClose}
      action={checked && !isEmpty ? words('import_action') : null}
      isPending={isPending}
      onSubmit={() => checked && send(checked)}
    >
      <p>{words('import_text')}</p>
      <div>
        <Button icon="upload" isPending={isPending && !checked} onPress={() => input.current?.click()}>
          {words('choose_file')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,text/csv"
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) void check(file)
            // The same file can be chosen again.
            target.value = ''
          }}
        />
      </div>
      {failure !== null && <ImportProblem error={failure} />}
      {checked && (
        <div role="status">
          <strong dir="auto">{checked.name}</strong>
          <ul className="import-counts">
            <li>{words('will_create', { count: checked.counts.created })}</li>
            <li>{words('will_update', { count: checked.counts.updated })}</li>
            <li>{words('will_stay', { count: checked.counts.unchanged })}</li>
          </ul>
        </div>
      )}
    </FormDialog>
  )
}

const MAX_SHOWN = 10

/** The rows that were refused; a file is imported as a whole or not at all. */
function ImportProblem({ error }: { error: unknown }) {
  const words = useWords('suppliers')
  const { language } = useLanguage()
  const rows = error instanceof ApiProblem ? error.errors.filter(({ path }) => /^rows\.\d/.test(path)) : []
  if (rows.length === 0) return <ProblemNotice error={error} />
  return (
    <div className="notice notice-danger" role="alert">
      <div className="notice-text">
        <p>{words('rows_refused')}</p>
        <ul className="import-counts">
          {rows.slice(0, MAX_SHOWN).map(({ path, message }) => {
            const [, row, field] = path.split('.')
            return (
              <li key={path}>
                {words('row', { row: Number(row) })} <bdi>{field}</bdi> {language === 'en' && message}
              </li>
            )
          })}
        </ul>
        {rows.length > MAX_SHOWN && <p>{words('more_rows', { count: rows.length - MAX_SHOWN })}</p>}
      </div>
    </div>
  )
}
