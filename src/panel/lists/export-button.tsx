import { Button } from '../app/design/button.tsx'
import { showToast, useAttempt } from '../app/design/toasts.tsx'
import { useFormat } from '../app/design/use-format.ts'
import { useWords } from '../app/words/words-context.tsx'

const REVOKE_MS = 60_000

/** Downloads a file that needs the token of the session, which a plain link would not send. */
export function ExportButton({ load, filename }: { load: () => Promise<Blob>; filename: string }) {
  const t = useWords('lists')
  const { formatSize } = useFormat()
  const { isPending, attempt } = useAttempt()

  const download = () =>
    attempt(async () => {
      const file = await load()
      save(file, filename)
      showToast(t('exported', { name: filename, size: formatSize(file.size) }))
    })

  return (
    <Button icon="download" isPending={isPending} onPress={() => void download()}>
      {t(isPending ? 'exporting' : 'export')}
    </Button>
  )
}

function save(file: Blob, filename: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_MS)
}
