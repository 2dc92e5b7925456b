// What the first screen says; comes with the first script, unlike the other rooms.
export const sign_in = {
  sign_in: 'Sign in',
  sign_in_title: 'Sign in to manage the website',
  email: 'Email',
  password: 'Password',
  sign_in_failed: 'Wrong email or password.',
  sign_in_wait: 'Too many wrong passwords. Try again in {time}.',
  enter_email: 'Enter your email, such as sara@example.com.',
  enter_password: 'Enter your password.',
  other_language: 'فارسی',
  unreachable: 'The service cannot be reached. Check your connection and try again.',
  unexpected_error: 'Something went wrong on this page.',
  error_title: 'This page could not be shown',
  reload: 'Reload',
  retry: 'Try again',
  request_id: 'Request id:',
  failed_request: 'The request failed ({status}).',
}
