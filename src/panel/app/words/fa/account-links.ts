// The texts of forgotten passwords and invitations: screens that need no session, in Persian.
import type * as english from '../en/account-links.ts'
import type { SameKeys } from '../same-keys.ts'

export const account_links: SameKeys<typeof english.account_links> = {
  forgot_title: 'انتخاب گذرواژه جدید',
  forgot_text: 'ایمیل حساب خود را بنویسید. پیوندی به آن می‌فرستیم که ۳۰ دقیقه اعتبار دارد.',
  forgot_button: 'فرستادن پیوند',
  forgot_sent_title: 'صندوق ایمیل خود را ببینید',
  forgot_sent: 'اگر حسابی با این ایمیل باشد، پیوند در راه است. پوشه هرزنامه را هم ببینید.',
  forgot_off: 'این سایت ایمیل نمی‌فرستد. از یک مدیر بخواهید گذرواژه جدیدی برای شما تعیین کند.',
  email: 'ایمیل',
  enter_email: 'ایمیل خود را بنویسید، مانند sara@example.com.',
  reset_title: 'انتخاب گذرواژه جدید',
  accept_title: 'انتخاب گذرواژه',
  accept_text: 'به مدیریت وب‌سایت دعوت شده‌اید. با ایمیل خود و این گذرواژه وارد می‌شوید.',
  new_password: 'گذرواژه جدید',
  password_help: 'دست‌کم ۱۰ نویسه.',
  password_short: 'دست‌کم ۱۰ نویسه بنویسید.',
  password_long: 'حداکثر ۲۰۰ نویسه بنویسید.',
  repeat_password: 'تکرار گذرواژه',
  repeat_differs: 'این با گذرواژه بالا یکی نیست.',
  set_password: 'ثبت گذرواژه',
  done_title: 'گذرواژه شما ثبت شد',
  done_text: 'اکنون می‌توانید با آن وارد شوید. نشست‌های دیگر حساب شما پایان یافتند.',
  link_incomplete: 'پیوند کامل نیست. آن را دوباره از ایمیل باز کنید یا پیوند تازه‌ای بخواهید.',
  too_many: 'تلاش‌ها بیش از اندازه بود. چند دقیقه دیگر دوباره تلاش کنید.',
  ask_again: 'درخواست پیوند جدید',
  to_sign_in: 'ورود',
}
