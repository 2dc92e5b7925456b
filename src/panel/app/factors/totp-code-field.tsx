import { TextField } from '../design/text-field.tsx'

type CodeFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | null
  /** A recovery code has letters. */
  isRecovery?: boolean
}

/** A code of an authenticator app, or a recovery code. */
export const CodeField = ({ isRecovery = false, ...props }: CodeFieldProps) => (
  <TextField
    {...props}
    key={String(isRecovery)}
    dir="ltr"
    inputMode={isRecovery ? 'text' : 'numeric'}
    autoComplete={isRecovery ? 'off' : 'one-time-code'}
    autoFocus
  />
)
