import { useEffect, useState } from 'react'
import type { SignInMethods } from '../../../client/index.ts'
import { getSignInMethods } from './sign-in.ts'

/** While the service cannot be reached: the form says so when it is sent. */
const PASSWORD_ALONE: SignInMethods = {
  password: true,
  passkey: false,
  passkey_origin: location.origin,
  forgot_password: true,
  provider: null,
}

let asked: Promise<SignInMethods> | null = null

/** Asked for once; again after a failure. */
function askOnce(): Promise<SignInMethods> {
  asked ??= getSignInMethods().catch(() => {
    asked = null
    return PASSWORD_ALONE
  })
  return asked
}

/** The ways to sign in that this service has; null until they are known. */
export function useSignInMethods(): SignInMethods | null {
  const [methods, setMethods] = useState<SignInMethods | null>(null)
  useEffect(() => {
    void askOnce().then(setMethods)
  }, [])
  return methods
}

/** Whether people sign in with the company account alone; false until it is known. */
export const useIsCompanyAlone = (): boolean => useSignInMethods()?.password === false
