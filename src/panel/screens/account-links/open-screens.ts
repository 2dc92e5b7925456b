import { lazyScreen } from '../../app/design/lazy-part.tsx'

const setPassword = () => import('./set-password-screen.tsx')

/** Screens that links in mails lead to, with a session or without. */
export const openScreens = {
  '/forgot-password': lazyScreen(() =>
    import('./forgot-password-screen.tsx').then((module) => module.ForgotPasswordScreen),
  ),
  '/reset-password': lazyScreen(() => setPassword().then((module) => module.ResetPasswordScreen)),
  '/accept-invitation': lazyScreen(() => setPassword().then((module) => module.AcceptInvitationScreen)),
}
