// The texts of the built-in website's forms, per language; a language that is missing here gets the English ones.
const en = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  subject: 'Subject',
  message: 'Message',
  optional: 'optional',
  send: 'Send message',
  subscribe: 'Subscribe',
  leaveEmpty: 'Leave this field empty',
  correct: 'Please correct the marked fields.',
  sent: 'Thank you. Your message has been sent.',
  subscribed: 'Thank you. We have received your email address.',
  notSent: 'Not sent',
  goBack: 'Go back to the form: what you have typed is still there.',
  tooLong: 'The submission is too long.',
  unreadable: 'The submission could not be read.',
  unavailable: 'The service is temporarily unavailable. Please try again in a few minutes.',
}

export type FormLabels = typeof en

const fa: FormLabels = {
  name: 'نام',
  email: 'ایمیل',
  phone: 'تلفن',
  subject: 'موضوع',
  message: 'پیام',
  optional: 'اختیاری',
  send: 'ارسال پیام',
  subscribe: 'عضویت',
  leaveEmpty: 'این فیلد را خالی بگذارید',
  correct: 'لطفاً فیلدهای مشخص‌شده را اصلاح کنید.',
  sent: 'متشکریم. پیام شما فرستاده شد.',
  subscribed: 'متشکریم. نشانی ایمیل شما را دریافت کردیم.',
  notSent: 'فرستاده نشد',
  goBack: 'به فرم برگردید؛ آنچه نوشته‌اید همچنان آنجاست.',
  tooLong: 'متن فرستاده‌شده بیش از اندازه طولانی است.',
  unreadable: 'داده‌های فرستاده‌شده خواندنی نبود.',
  unavailable: 'سرویس موقتاً در دسترس نیست. لطفاً چند دقیقهٔ دیگر دوباره تلاش کنید.',
}

const ar: FormLabels = {
  name: 'الاسم',
  email: 'البريد الإلكتروني',
  phone: 'الهاتف',
  subject: 'الموضوع',
  message: 'الرسالة',
  optional: 'اختياري',
  send: 'إرسال الرسالة',
  subscribe: 'اشتراك',
  leaveEmpty: 'اترك هذا الحقل فارغًا',
  correct: 'يُرجى تصحيح الحقول المحددة.',
  sent: 'شكرًا لك. تم إرسال رسالتك.',
  subscribed: 'شكرًا لك. لقد استلمنا عنوان بريدك الإلكتروني.',
  notSent: 'لم يتم الإرسال',
  goBack: 'عُد إلى النموذج: ما كتبته ما زال موجودًا.',
  tooLong: 'النص المُرسل طويل جدًا.',
  unreadable: 'تعذّرت قراءة البيانات المُرسلة.',
  unavailable: 'الخدمة غير متاحة مؤقتًا. يُرجى المحاولة مرة أخرى بعد بضع دقائق.',
}

const de: FormLabels = {
  name: 'Name',
  email: 'E-Mail',
  phone: 'Telefon',
  subject: 'Betreff',
  message: 'Nachricht',
  optional: 'freiwillig',
  send: 'Nachricht senden',
  subscribe: 'Abonnieren',
  leaveEmpty: 'Dieses Feld leer lassen',
  correct: 'Bitte korrigieren Sie die markierten Felder.',
  sent: 'Vielen Dank. Ihre Nachricht wurde gesendet.',
  subscribed: 'Vielen Dank. Wir haben Ihre E-Mail-Adresse erhalten.',
  notSent: 'Nicht gesendet',
  goBack: 'Gehen Sie zurück zum Formular: Ihre Eingaben sind noch da.',
  tooLong: 'Die Eingaben sind zu lang.',
  unreadable: 'Die Eingaben konnten nicht gelesen werden.',
  unavailable:
    'Der Dienst ist vorübergehend nicht erreichbar. Bitte versuchen Sie es in einigen Minuten erneut.',
}

const labels: Record<string, FormLabels> = { ar, de, en, fa }

/** The texts for a BCP 47 tag such as `fa-IR`. */
export const formLabelsFor = (tag: string): FormLabels => labels[new Intl.Locale(tag).language] ?? en
