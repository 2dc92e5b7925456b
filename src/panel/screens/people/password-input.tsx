import { useState } from 'react'
import { Button } from '../../app/design/button.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { generatePassword } from './generate-password.ts'

type PasswordInputProps = { value: string; onChange: (password: string) => void; error: string | null }

/** A password that an admin sets for someone else; a generated one is shown, so that it can be passed on. */
export function PasswordInput({ value, onChange, error }: PasswordInputProps) {
  const t = useWords('people')
  const [isShown, setShown] = useState(false)
  return (
    <div className="password-input">
      <TextField
        label={t('password')}
        description={t('password_help')}
        type={isShown ? 'text' : 'password'}
        value={value}
        onChange={onChange}
        error={error}
        isRequired
        dir="ltr"
        autoComplete="new-password"
      />
      <div className="page-actions">
        <Button
          size="small"
          icon="key"
          onPress={() => {
            onChange(generatePassword())
            setShown(true)
          }}
        >
          {t('generate')}
        </Button>
        <Button size="small" icon="eye" onPress={() => setShown(!isShown)}>
          {t(isShown ? 'hide_password' : 'show')}
        </Button>
      </div>
    </div>
  )
}
