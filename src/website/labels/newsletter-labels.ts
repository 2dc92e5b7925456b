// The texts of the pages that links in newsletter mails lead to; mails are written in these languages.
const en = {
  confirm: 'Confirm your subscription',
  confirmHint: 'Press the button to get the newsletter.',
  confirmButton: 'Confirm the subscription',
  confirmed: 'Your subscription is confirmed',
  confirmedHint: 'Thank you. Every newsletter has a link that ends the subscription.',
  unsubscribe: 'Unsubscribe',
  unsubscribeHint: 'Press the button, and you will get no more newsletters.',
  unsubscribed: 'You have unsubscribed',
  unsubscribedHint: 'You will get no more newsletters.',
  invalid: 'This link is no longer valid',
  invalidHint:
    'It may have expired, or parts of its address are missing. Enter your email address for the newsletter again.',
  unknownHint: 'Parts of its address may be missing, or your address is no longer in our list.',
}

export type NewsletterLabels = typeof en

const fa: NewsletterLabels = {
  confirm: 'تأیید عضویت در خبرنامه',
  confirmHint: 'برای دریافت خبرنامه، دکمه را بزنید.',
  confirmButton: 'تأیید عضویت',
  confirmed: 'عضویت شما تأیید شد',
  confirmedHint: 'متشکریم. در هر خبرنامه پیوندی برای لغو عضویت هست.',
  unsubscribe: 'لغو عضویت در خبرنامه',
  unsubscribeHint: 'با زدن دکمه، دیگر خبرنامه‌ای دریافت نمی‌کنید.',
  unsubscribed: 'عضویت شما لغو شد',
  unsubscribedHint: 'دیگر خبرنامه‌ای برای شما فرستاده نمی‌شود.',
  invalid: 'این پیوند دیگر معتبر نیست',
  invalidHint:
    'شاید مهلت آن گذشته یا بخشی از نشانی جا افتاده باشد. نشانی ایمیل خود را دوباره برای خبرنامه ثبت کنید.',
  unknownHint: 'شاید بخشی از نشانی جا افتاده باشد، یا نشانی شما دیگر در فهرست ما نیست.',
}

export const newsletterLabelsFor = (tag: string): NewsletterLabels => (/^fa\b/i.test(tag) ? fa : en)
