import type { sign_in as english } from '../en/sign-in.ts'
import type { SameKeys } from '../same-keys.ts'

export const sign_in: SameKeys<typeof english> = {
  sign_in: 'ورود',
  sign_in_title: 'برای مدیریت سایت وارد شوید',
  email: 'ایمیل',
  password: 'گذرواژه',
  sign_in_failed: 'ایمیل یا گذرواژه نادرست است.',
  company_alone: 'با حساب سازمانی خود وارد شوید؛ ورود با گذرواژه در اینجا خاموش است.',
  sign_in_wait: 'گذرواژه چند بار نادرست وارد شد. {time} دیگر دوباره تلاش کنید.',
  forgot_password: 'گذرواژه را فراموش کرده‌اید؟',
  enter_email: 'ایمیل خود را وارد کنید، مانند sara@example.com.',
  enter_password: 'گذرواژهٔ خود را وارد کنید.',
  other_language: 'English',
  unreachable: 'سرویس در دسترس نیست. اتصال خود را بررسی و دوباره تلاش کنید.',
  unexpected_error: 'در این صفحه خطایی رخ داد.',
  error_title: 'این صفحه نمایش داده نشد',
  reload: 'بارگذاری دوباره',
  retry: 'تلاش دوباره',
  request_id: 'شناسهٔ درخواست:',
  unavailable: 'سرویس اکنون در دسترس نیست ({status}). کمی بعد دوباره تلاش کنید.',
  failed_request: 'درخواست انجام نشد ({status}).',
}
