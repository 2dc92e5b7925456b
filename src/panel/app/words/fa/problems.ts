import type { ErrorCode } from '../../../../client/index.ts'

/** The reasons of a refused file, by the code of its field `file`. */
export const fileProblems: Record<string, string> = {
  empty: 'این پرونده خالی است.',
  unreadable_image:
    'این تصویر آسیب دیده یا ناقص است. آن را دوباره ذخیره کنید یا نسخهٔ سالمی از آن را بفرستید.',
  unreadable_document: 'این پی‌دی‌اف ناقص است: پایان آن نیست. نسخهٔ کاملی از آن را بفرستید.',
  too_many_pixels: 'این تصویر بیش از اندازه بزرگ است. نسخهٔ کوچک‌تری از آن را بفرستید.',
  too_many_frames: 'این پویانمایی بیش از اندازه طولانی است.',
  unsupported_animation: 'این نوع پویانمایی پشتیبانی نمی‌شود؛ پروندهٔ GIF یا WebP بفرستید.',
  not_only_an_image: 'این پرونده چیزی جز تصویر هم در خود دارد.',
}

/** The message for each error code of the service, whose own messages are English. */
export const problems: Record<ErrorCode, string> = {
  malformed_request: 'درخواست نادرست بود.',
  unauthenticated: 'وارد نشده‌اید.',
  invalid_credentials: 'ایمیل یا گذرواژه نادرست است.',
  second_factor_required: 'گام دوم ورود لازم است.',
  second_factor_setup_required: 'پیش از ادامه باید گام دوم ورود را راه‌اندازی کنید.',
  not_linked:
    'این نشست از طرف حساب سازمانی شما نیست. با حساب سازمانی وارد شوید یا آن را در صفحهٔ حساب خود وصل کنید.',
  review_required: 'این تغییر پیش از انتشار باید به تأیید همکار دیگری برسد.',
  reauthentication_required: 'برای این کار یک بار دیگر هویت خود را تأیید کنید.',
  forbidden: 'نقش شما اجازهٔ این کار را نمی‌دهد.',
  insufficient_scope: 'توکن اجازهٔ این کار را ندارد.',
  not_found: 'این مورد وجود ندارد یا حذف شده است.',
  method_not_allowed: 'این کار در اینجا ممکن نیست.',
  request_timeout: 'درخواست بیش از اندازه طول کشید.',
  conflict: 'با مورد دیگری ناسازگار است.',
  in_use: 'این مورد هنوز در جایی به کار رفته است.',
  last_admin: 'دست‌کم یک مدیر باید بماند.',
  stale: 'در این میان شخص دیگری این مورد را تغییر داده است.',
  base_changed: 'نسخهٔ منتشرشده هم در همین فیلدها تغییر کرده است.',
  payload_too_large: 'حجم آن بیش از اندازه است.',
  uri_too_long: 'این نشانی بیش از اندازه طولانی است.',
  unsupported_media_type: 'این نوع پرونده پشتیبانی نمی‌شود.',
  range_not_satisfiable: 'این بخش وجود ندارد.',
  validation_failed: 'برخی مقدارها معتبر نیستند.',
  paging_required: 'فهرست طولانی‌تر از آن است که یک‌جا نمایش داده شود.',
  invalid_current_password: 'گذرواژهٔ کنونی نادرست است.',
  invalid_factor: 'پذیرفته نشد.',
  invalid_token: 'این پیوند معتبر نیست یا مهلت آن گذشته است. پیوند جدیدی درخواست کنید.',
  url_not_allowed: 'این نشانی را نمی‌توان به کار برد.',
  too_many_requests: 'تعداد تلاش‌ها بیش از اندازه بود. کمی بعد دوباره تلاش کنید.',
  internal: 'خطای داخلی رخ داد. آن را همراه با شناسهٔ درخواست گزارش دهید.',
  upstream_failed: 'سرور دیگر پاسخ درستی نداد.',
  unavailable: 'سرویس اکنون در دسترس نیست. کمی بعد دوباره تلاش کنید.',
}
