import type { account as english } from '../en/account.ts'
import type { SameKeys } from '../same-keys.ts'

export const account: SameKeys<typeof english> = {
  profile: 'مشخصات',
  name: 'نام',
  email: 'ایمیل',
  role: 'نقش',
  session_until: 'اعتبار ورود تا',
  change_password: 'تغییر گذرواژه',
  current_password: 'گذرواژه کنونی',
  new_password: 'گذرواژه جدید',
  repeat_password: 'تکرار گذرواژه جدید',
  password_rule: '۱۰ تا ۲۰۰ نویسه. یک جمله را آسان به یاد می‌آورید و دیگران دشوار حدس می‌زنند.',
  password_length: 'گذرواژه باید ۱۰ تا ۲۰۰ نویسه داشته باشد.',
  password_differs: 'دو گذرواژه جدید یکسان نیستند.',
  wrong_current: 'گذرواژه کنونی نادرست است.',
  enter_current: 'گذرواژه کنونی خود را وارد کنید.',
  password_changed: 'گذرواژه تغییر کرد. همه نشست‌های دیگر پایان یافتند.',
  preferences: 'ترجیح‌ها',
  interface_language: 'زبان رابط کاربری',
  sessions: 'نشست‌ها',
  sessions_text: 'از اینجا خارج شوید، یا از همه مرورگرهایی که با این حساب وارد شده‌اند.',
  sign_out_here: 'خروج از اینجا',
  sign_out_everywhere: 'خروج از همه جا',
  everywhere_question: 'همه نشست‌های این حساب پایان می‌یابند، از جمله همین نشست.',
}
