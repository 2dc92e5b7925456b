import type { ErrorCode } from '../../../../client/index.ts'

/** The message for each error code of the service, whose own messages are English. */
export const problems: Record<ErrorCode, string> = {
  malformed_request: 'درخواست نادرست بود.',
  unauthenticated: 'وارد نشده‌اید.',
  invalid_credentials: 'ایمیل یا گذرواژه نادرست است.',
  forbidden: 'نقش شما اجازه این کار را نمی‌دهد.',
  not_found: 'این مورد وجود ندارد یا حذف شده است.',
  method_not_allowed: 'این کار در اینجا ممکن نیست.',
  request_timeout: 'درخواست بیش از اندازه طول کشید.',
  conflict: 'این با مورد دیگری ناسازگار است.',
  in_use: 'این هنوز در جایی به کار رفته است.',
  last_admin: 'آخرین مدیر باید بماند.',
  stale: 'در این میان شخص دیگری این را تغییر داده است.',
  payload_too_large: 'این بیش از اندازه بزرگ است.',
  uri_too_long: 'این نشانی بیش از اندازه بلند است.',
  unsupported_media_type: 'این نوع پرونده پشتیبانی نمی‌شود.',
  range_not_satisfiable: 'این بخش وجود ندارد.',
  validation_failed: 'برخی مقدارها معتبر نیستند.',
  paging_required: 'فهرست بلندتر از آن است که یکجا نمایش داده شود.',
  invalid_current_password: 'گذرواژه کنونی نادرست است.',
  invalid_token: 'این پیوند معتبر نیست یا مهلت آن گذشته است. پیوند تازه‌ای درخواست کنید.',
  url_not_allowed: 'این نشانی را نمی‌توان به کار برد.',
  too_many_requests: 'تلاش‌ها بیش از اندازه بود. کمی بعد دوباره تلاش کنید.',
  internal: 'خطای درونی. آن را همراه شناسه درخواست گزارش دهید.',
  upstream_failed: 'سرور دیگر پاسخ درستی نداد.',
  unavailable: 'سرویس اکنون در دسترس نیست. کمی بعد دوباره تلاش کنید.',
}
