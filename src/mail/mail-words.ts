// The texts of all mails in both languages. `{…}` are filled in by `fill`.
import type { MailLanguage } from './mail-kinds.ts'

const en = {
  greeting: 'Hello {name},',
  footer: '{host} sent this email automatically.',
  noticeSubject: 'New message from {name}',
  noticeSubjectAbout: 'New message from {name}: {subject}',
  digestSubject: '{count} new messages from the contact form',
  noticeIntro: 'Somebody wrote to you with the contact form of the website.',
  digestIntro: 'Since the last notice, {count} messages have arrived from the contact form of the website.',
  digestMore: 'The panel shows {count} more.',
  messageCut: 'This is the beginning of the message. The panel shows the other {count} characters.',
  messageHeading: 'Message {number}',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  subject: 'Subject',
  openMessage: 'Open in the panel',
  replyHint: 'Your reply to this email goes to the sender of the message.',
  resetSubject: 'Choose a new password',
  resetIntro: 'A new password for your account at {site} was requested. Choose it here:',
  resetButton: 'Choose a new password',
  resetNote:
    'The link works once, within an hour. If you did not ask for it, ignore this email: your password stays as it is.',
  invitationSubject: 'Invitation to {site}',
  invitationIntro:
    '{inviter} invites you to manage {site} with them. Choose a password for your account to begin:',
  invitationButton: 'Accept the invitation',
  invitationNote: 'The link works once, within 72 hours. You sign in with this email address.',
  passwordChangedSubject: 'Your password was changed',
  passwordChangedIntro:
    'The password of your account at {site} was changed. Sessions that used the old one have ended.',
  notYou: 'If it was not you, ask for a new password on the sign-in page and tell an admin of the site.',
  newDeviceSubject: 'Sign-in from a new device',
  newDeviceIntro:
    'Your account at {site} was used to sign in from {device}, on {time} (UTC), for the first time.',
  newDeviceNotYou:
    'If that was you, nothing needs to be done. If not, end the session on your account page and change your password.',
  newDeviceNotYouProvider:
    'If that was you, nothing needs to be done. If not, end the session on your account page and tell the administrators of your company accounts.',
  wrongFactorSubject: 'Failed sign-in with your password',
  wrongFactorIntro:
    'The password of your account at {site} was entered from {device}, on {time} (UTC), but the second step was wrong.',
  wrongFactorNotYou:
    'If that was you, for example with a code that had run out, nothing needs to be done. If not, somebody knows your password. That attempt failed, but choose another one now, and wherever else you use it.',
  openAccount: 'Open your account',
  factorsSubject: 'The second step of your sign-in was changed',
  'factors_totp-added': 'Signing in to your account at {site} now asks for a code of an authenticator app.',
  'factors_totp-removed': 'The authenticator app was removed from your account at {site}.',
  'factors_passkey-added': 'A passkey was added to your account at {site}. It can be used to sign in.',
  'factors_passkey-removed': 'A passkey was removed from your account at {site}.',
  factors_reset:
    'An admin removed the authenticator app, the passkeys and the recovery codes of your account at {site}, and ended its sessions.',
  'factors_recovery-code':
    'A recovery code was used to sign in to your account at {site}. Each code works once.',
  factorsNotYou: 'If you do not know why, change your password and tell an admin of the site.',
  roleChangedSubject: 'Your role was changed',
  roleChangedIntro: 'The role of your account at {site} is now {role}. Sign in again to continue.',
  roleNotExpected: 'If you do not know why, ask an admin of the site.',
  newAdminSubject: '{admin} is now an admin',
  newAdminIntro: '{by} made {admin} ({address}) an admin of {site}, who may do everything there.',
  newAdminNotExpected:
    'If nobody of you meant that, disable that account and the one that made it, and change your passwords.',
  newAdminButton: 'Open the users',
  connectionSubject_made: 'Company account connected',
  connectionIntro_made:
    'Your account at {site} was connected with the company account of {person}, which now signs in to it.',
  connectionNotExpected_made:
    'If that was not you, disconnect it on your account page, change your password and tell an admin of the site.',
  connectionSubject_ended: 'Company account disconnected',
  connectionIntro_ended:
    'Your account at {site} is no longer connected with the company account of {person}. You sign in with your password.',
  connectionNotExpected_ended:
    'If you do not know why, change your password and ask an admin of the site. You connect the two again on your account page.',
  signIn: 'Sign in',
  draftSubject: '“{record}” was not published',
  draftIntro: '“{record}” was to be published at the time that you set. The service refused it:',
  draftNote:
    'Visitors still see the version before. Correct it in the panel and publish it, or set another time.',
  draftButton: 'Open the draft',
  tokenSubjectWeek: 'API token “{token}” expires within a week',
  tokenSubjectDay: 'API token “{token}” expires within a day',
  tokenIntroWeek: 'The API token “{token}” of your account at {site} expires within a week.',
  tokenIntroDay: 'The API token “{token}” of your account at {site} expires within a day.',
  tokenNote:
    'Create another one and give it to the program that uses it; afterwards the program gets no access with the old one.',
  tokenCreatedSubject: 'New API token “{token}”',
  tokenCreatedIntro:
    'The API token “{token}” was created for your account at {site}. Until {time} (UTC), a program that has it acts for you.',
  tokenCreatedNotYou: 'If that was not you, revoke it on your account page and change your password.',
  tokensRevokedSubject: 'API tokens of your account were revoked',
  tokensRevokedIntro:
    'An admin has revoked API tokens of your account at {site}. Programs that use them get no access any more:',
  tokensRevokedItem: '“{token}”',
  admin: 'admin',
  editor: 'editor',
  creator: 'author',
  confirmSubject: 'Confirm your subscription to {site}',
  confirmIntro: 'The newsletter of {site} was requested for this address. If that was you, confirm it here:',
  confirmButton: 'Confirm the subscription',
  confirmNote:
    'If it was not you, ignore this email: you will not get the newsletter, and the address is deleted after 7 days.',
  welcomeSubject: 'You have subscribed to {site}',
  welcomeIntro: 'Your subscription to the newsletter of {site} is confirmed. You can end it at any time.',
  unsubscribe: 'Unsubscribe',
  alertBegun: '{site}: {what}',
  alertOver: '{site}, over: {what}',
  alertIsOver: 'It is over.',
  alertSince: 'Since',
  alerts: {
    readiness: {
      title: 'the service is not ready, {subject} is away',
      hint: 'For two minutes, /health/ready has answered 503 because of this dependency. Check it and the log of the service.',
    },
    backup: {
      title: 'no recent backup of {subject}',
      hint: 'The last verified dump is older than 26 hours. Check the log of the backup process.',
    },
    backupAway: {
      title: 'the backup process does not answer',
      hint: 'Its metrics could not be read for ten minutes. Check whether it runs, and its log.',
    },
    certificate: {
      title: 'the certificate of {subject} expires soon',
      hint: 'Less than a sixth of its lifetime is left, and it has not been renewed. Check the log of the proxy.',
    },
    deploy: {
      title: 'a deploy failed',
      hint: 'The reason is in GET /deploys and in the log of the receiver. This is over when the next deploy succeeds.',
    },
  },
  mentionSubject: '{by} mentions you: {label}',
  mentionIntro: '{by} mentions you in a comment on “{label}”:',
  reviewSubject: 'Review requested: {label}',
  reviewIntro: '{by} asks for a review of “{label}”.',
  newsSubject: '{count} news of colleagues at {site}',
  newsMore: 'The panel shows {count} more.',
  openComment: 'Open the comment',
  openRecord: 'Open in the panel',
  newsChoice: 'On your account page you choose when such emails come: at once, once a day or never.',
  returnedSubject: 'Returned: {label}',
  returnedIntro: '{by} has looked at “{label}” and asks for changes.',
  approvedSubject: 'Approved: {label}',
  approvedIntro: '{by} has approved “{label}”.',
  onlineSubject: 'Your article is online: {title}',
  onlineIntro: 'Your article “{title}” can be read at {site} now:',
  onlineButton: 'Open the article',
}

export type MailWords = typeof en

const fa: MailWords = {
  greeting: '{name} گرامی،',
  footer: 'این ایمیل را {host} به‌طور خودکار فرستاده است.',
  noticeSubject: 'پیام جدید از {name}',
  noticeSubjectAbout: 'پیام جدید از {name}: {subject}',
  digestSubject: '{count} پیام جدید از فرم تماس',
  noticeIntro: 'پیام جدیدی از فرم تماس وب‌سایت رسیده است.',
  digestIntro: 'از زمان آخرین ایمیل، {count} پیام از فرم تماس وب‌سایت رسیده است.',
  digestMore: '{count} پیام دیگر را در پنل مدیریت می‌بینید.',
  messageCut: 'این آغاز پیام است؛ {count} نویسهٔ دیگر آن را در پنل مدیریت می‌بینید.',
  messageHeading: 'پیام {number}',
  name: 'نام',
  email: 'ایمیل',
  phone: 'تلفن',
  subject: 'موضوع',
  openMessage: 'دیدن در پنل مدیریت',
  replyHint: 'پاسخ شما به این ایمیل مستقیماً به فرستندهٔ پیام می‌رسد.',
  resetSubject: 'انتخاب گذرواژهٔ جدید',
  resetIntro: 'برای حساب شما در «{site}» گذرواژهٔ جدیدی درخواست شده است. آن را از اینجا انتخاب کنید:',
  resetButton: 'انتخاب گذرواژهٔ جدید',
  resetNote:
    'این پیوند تا یک ساعت و فقط یک بار کار می‌کند. اگر این درخواست از شما نیست، این ایمیل را نادیده بگیرید؛ گذرواژهٔ شما تغییر نمی‌کند.',
  invitationSubject: 'دعوت به همکاری در «{site}»',
  invitationIntro:
    '{inviter} شما را به همکاری در «{site}» دعوت کرده است. برای شروع، گذرواژه‌ای برای حساب خود انتخاب کنید:',
  invitationButton: 'پذیرفتن دعوت',
  invitationNote: 'این پیوند تا ۷۲ ساعت و فقط یک بار کار می‌کند. با همین نشانی ایمیل وارد می‌شوید.',
  passwordChangedSubject: 'گذرواژهٔ شما تغییر کرد',
  passwordChangedIntro:
    'گذرواژهٔ حساب شما در «{site}» تغییر کرد و نشست‌هایی که با گذرواژهٔ پیشین باز بودند، پایان یافتند.',
  notYou:
    'اگر این کار را شما نکرده‌اید، در صفحهٔ ورود گذرواژهٔ جدیدی درخواست کنید و موضوع را به مدیر سایت خبر دهید.',
  newDeviceSubject: 'ورود از دستگاهی جدید',
  newDeviceIntro: 'با حساب شما در «{site}» برای نخستین بار از {device} در {time} (UTC) وارد شده‌اند.',
  newDeviceNotYou:
    'اگر خودتان بوده‌اید، کاری لازم نیست. اگر نه، در صفحهٔ حساب خود آن نشست را پایان دهید و گذرواژه را تغییر دهید.',
  newDeviceNotYouProvider:
    'اگر خودتان بوده‌اید، کاری لازم نیست. اگر نه، در صفحهٔ حساب خود آن نشست را پایان دهید و به مسئول حساب‌های سازمانی خبر دهید.',
  wrongFactorSubject: 'ورود ناموفق با گذرواژهٔ شما',
  wrongFactorIntro:
    'گذرواژهٔ حساب شما در «{site}» از {device} در {time} (UTC) وارد شده، اما گام دوم ورود نادرست بوده است.',
  wrongFactorNotYou:
    'اگر خودتان بوده‌اید، مثلاً با کدی که زمانش گذشته بود، کاری لازم نیست. اگر نه، کسی گذرواژهٔ شما را می‌داند. این تلاش ناموفق بود، اما همین حالا گذرواژهٔ دیگری انتخاب کنید، و هر جای دیگری هم که از آن استفاده می‌کنید.',
  openAccount: 'باز کردن حساب',
  factorsSubject: 'گام دوم ورود شما تغییر کرد',
  'factors_totp-added': 'از این پس ورود به حساب شما در «{site}» به کد برنامهٔ رمزساز هم نیاز دارد.',
  'factors_totp-removed': 'برنامهٔ رمزساز از حساب شما در «{site}» برداشته شد.',
  'factors_passkey-added': 'یک کلید عبور به حساب شما در «{site}» افزوده شد و می‌توان با آن وارد شد.',
  'factors_passkey-removed': 'یک کلید عبور از حساب شما در «{site}» برداشته شد.',
  factors_reset:
    'مدیر سایت برنامهٔ رمزساز، کلیدهای عبور و کدهای بازیابی حساب شما در «{site}» را برداشت و نشست‌های آن را پایان داد.',
  'factors_recovery-code':
    'با یک کد بازیابی به حساب شما در «{site}» وارد شده‌اند. هر کد فقط یک بار کار می‌کند.',
  factorsNotYou: 'اگر دلیل آن را نمی‌دانید، گذرواژهٔ خود را تغییر دهید و موضوع را به مدیر سایت خبر دهید.',
  roleChangedSubject: 'نقش شما تغییر کرد',
  roleChangedIntro: 'نقش حساب شما در «{site}» اکنون «{role}» است. برای ادامه، دوباره وارد شوید.',
  roleNotExpected: 'اگر دلیل آن را نمی‌دانید، از مدیر سایت بپرسید.',
  newAdminSubject: '{admin} اکنون مدیر است',
  newAdminIntro: '{by} به {admin} ({address}) نقش مدیر «{site}» را داد؛ مدیر به همه‌چیز دسترسی دارد.',
  newAdminNotExpected:
    'اگر هیچ‌یک از شما چنین نخواسته است، آن حساب و حسابی را که این نقش را داده غیرفعال کنید و گذرواژه‌هایتان را تغییر دهید.',
  newAdminButton: 'باز کردن کاربران',
  connectionSubject_made: 'حساب سازمانی وصل شد',
  connectionIntro_made:
    'حساب شما در «{site}» به حساب سازمانی {person} وصل شد؛ از این پس با آن هم می‌توان به حساب شما وارد شد.',
  connectionNotExpected_made:
    'اگر این کار را شما نکرده‌اید، آن را در صفحهٔ حساب خود قطع کنید، گذرواژه را تغییر دهید و به مدیر سایت خبر دهید.',
  connectionSubject_ended: 'حساب سازمانی قطع شد',
  connectionIntro_ended:
    'حساب شما در «{site}» دیگر به حساب سازمانی {person} وصل نیست. با گذرواژهٔ خود وارد می‌شوید.',
  connectionNotExpected_ended:
    'اگر دلیل آن را نمی‌دانید، گذرواژهٔ خود را تغییر دهید و از مدیر سایت بپرسید. در صفحهٔ حساب خود می‌توانید آن دو را دوباره به هم وصل کنید.',
  signIn: 'ورود',
  draftSubject: '«{record}» منتشر نشد',
  draftIntro: 'قرار بود «{record}» در زمانی که تعیین کرده‌اید منتشر شود، اما سامانه آن را نپذیرفت:',
  draftNote:
    'بازدیدکنندگان هنوز نسخهٔ پیشین را می‌بینند. پیش‌نویس را در پنل درست و منتشر کنید، یا زمان دیگری تعیین کنید.',
  draftButton: 'باز کردن پیش‌نویس',
  tokenSubjectWeek: 'توکن «{token}» تا یک هفتهٔ دیگر منقضی می‌شود',
  tokenSubjectDay: 'توکن «{token}» تا یک روز دیگر منقضی می‌شود',
  tokenIntroWeek: 'توکن «{token}» از حساب شما در «{site}» تا یک هفتهٔ دیگر منقضی می‌شود.',
  tokenIntroDay: 'توکن «{token}» از حساب شما در «{site}» تا یک روز دیگر منقضی می‌شود.',
  tokenNote:
    'توکن دیگری بسازید و آن را به برنامه‌ای بدهید که از این توکن استفاده می‌کند؛ پس از انقضا، توکن کنونی دیگر کار نمی‌کند.',
  tokenCreatedSubject: 'توکن جدید «{token}»',
  tokenCreatedIntro:
    'توکن «{token}» برای حساب شما در «{site}» ساخته شد. تا {time} (UTC) هر برنامه‌ای که آن را داشته باشد، از طرف شما عمل می‌کند.',
  tokenCreatedNotYou:
    'اگر این کار را شما نکرده‌اید، آن را در صفحهٔ حساب خود باطل کنید و گذرواژه را تغییر دهید.',
  tokensRevokedSubject: 'توکن‌های حساب شما باطل شد',
  tokensRevokedIntro:
    'مدیر سایت توکن‌های زیر از حساب شما در «{site}» را باطل کرده است. برنامه‌هایی که از آن‌ها استفاده می‌کنند، دیگر دسترسی ندارند:',
  tokensRevokedItem: '«{token}»',
  admin: 'مدیر',
  editor: 'ویراستار',
  creator: 'نویسنده',
  confirmSubject: 'تأیید عضویت در خبرنامهٔ «{site}»',
  confirmIntro:
    'این نشانی برای خبرنامهٔ «{site}» ثبت شده است. اگر خودتان آن را ثبت کرده‌اید، عضویت را از اینجا تأیید کنید:',
  confirmButton: 'تأیید عضویت',
  confirmNote:
    'اگر شما آن را ثبت نکرده‌اید، این ایمیل را نادیده بگیرید؛ خبرنامه‌ای برایتان فرستاده نمی‌شود و نشانی پس از ۷ روز پاک می‌شود.',
  welcomeSubject: 'عضویت شما در خبرنامهٔ «{site}» تأیید شد',
  welcomeIntro: 'عضویت شما در خبرنامهٔ «{site}» تأیید شد. هر زمان بخواهید می‌توانید آن را لغو کنید.',
  unsubscribe: 'لغو عضویت',
  alertBegun: '{site}: {what}',
  alertOver: '{site}، برطرف شد: {what}',
  alertIsOver: 'این مشکل برطرف شده است.',
  alertSince: 'از',
  alerts: {
    readiness: {
      title: 'سرویس آماده نیست؛ {subject} در دسترس نیست',
      hint: 'دو دقیقه است که ‎/health/ready‎ به‌خاطر این وابستگی با ۵۰۳ پاسخ می‌دهد. آن را و گزارش سرویس را بررسی کنید.',
    },
    backup: {
      title: 'پشتیبان جدیدی از {subject} نیست',
      hint: 'آخرین پشتیبان سالم بیش از ۲۶ ساعت پیش گرفته شده است. گزارش فرایند پشتیبان‌گیری را بررسی کنید.',
    },
    backupAway: {
      title: 'فرایند پشتیبان‌گیری پاسخ نمی‌دهد',
      hint: 'ده دقیقه است که آمار آن خوانده نمی‌شود. بررسی کنید که اجرا می‌شود، و گزارش آن را ببینید.',
    },
    certificate: {
      title: 'گواهی {subject} به‌زودی منقضی می‌شود',
      hint: 'کمتر از یک‌ششم عمر آن مانده و تمدید نشده است. گزارش پراکسی را بررسی کنید.',
    },
    deploy: {
      title: 'یک استقرار ناموفق بود',
      hint: 'دلیل آن در GET /deploys و در گزارش گیرنده است. با استقرار موفق بعدی برطرف می‌شود.',
    },
  },
  mentionSubject: '{by} از شما نام برد: {label}',
  mentionIntro: '{by} در دیدگاهی دربارهٔ «{label}» از شما نام برده است:',
  reviewSubject: 'درخواست بازبینی: {label}',
  reviewIntro: '{by} بازبینی «{label}» را درخواست کرده است.',
  newsSubject: '{count} خبر از همکاران در «{site}»',
  newsMore: '{count} مورد دیگر را در پنل ببینید.',
  openComment: 'باز کردن دیدگاه',
  openRecord: 'باز کردن در پنل',
  newsChoice: 'در صفحهٔ حساب خود انتخاب می‌کنید که این ایمیل‌ها کی برسند: فوری، روزی یک بار یا هرگز.',
  returnedSubject: 'برگردانده شد: {label}',
  returnedIntro: '{by} «{label}» را دیده و خواهان تغییر آن است.',
  approvedSubject: 'تأیید شد: {label}',
  approvedIntro: '{by} «{label}» را تأیید کرد.',
  onlineSubject: 'مقالهٔ شما منتشر شد: {title}',
  onlineIntro: 'مقالهٔ شما «{title}» اکنون در «{site}» در دسترس است:',
  onlineButton: 'باز کردن مقاله',
}

export const mailWords: Record<MailLanguage, MailWords> = { fa, en }

/** Fills the places of a text; numbers are written in the digits of the language. */
export const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

export const toDigits = (value: number, language: MailLanguage) =>
  new Intl.NumberFormat(language === 'fa' ? 'fa-IR' : 'en', { useGrouping: false }).format(value)
