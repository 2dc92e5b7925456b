// The words of react-aria in Persian, which the library lacks. One export for each folder of its messages; a test compares
// the keys with those of the installed version.
type Variables = Record<string, string | number | boolean>
type Formatter = {
  number(value: unknown): string
}
export type Strings = Record<string, string | ((variables: Variables, formatter: Formatter) => string)>

export const components: Strings = {
  selectPlaceholder: 'یک مورد را انتخاب کنید',
  tableResizer: 'تغییر اندازه',
  dropzoneLabel: 'محل رها کردن',
  colorSwatchPicker: 'نمونه‌های رنگ',
}

export const autocomplete: Strings = { collectionLabel: 'پیشنهادها' }

export const breadcrumbs: Strings = { breadcrumbs: 'مسیر صفحه' }

export const calendar: Strings = {
  previous: 'قبلی',
  next: 'بعدی',
  selectedDateDescription: ({ date }) => `تاریخ انتخاب‌شده: ${date}`,
  selectedRangeDescription: ({ dateRange }) => `بازهٔ انتخاب‌شده: ${dateRange}`,
  todayDate: ({ date }) => `امروز، ${date}`,
  todayDateSelected: ({ date }) => `امروز، ${date}، انتخاب شده`,
  dateSelected: ({ date }) => `${date}، انتخاب شده`,
  startRangeSelectionPrompt: 'برای آغاز انتخاب بازه کلیک کنید',
  finishRangeSelectionPrompt: 'برای پایان انتخاب بازه کلیک کنید',
  minimumDate: 'نخستین تاریخ ممکن',
  maximumDate: 'آخرین تاریخ ممکن',
  dateRange: ({ startDate, endDate }) => `${startDate} تا ${endDate}`,
}

export const color: Strings = {
  colorPicker: 'انتخاب رنگ',
  twoDimensionalSlider: 'لغزندهٔ دوبعدی',
  colorNameAndValue: ({ name, value }) => `${name}: ${value}`,
  colorInputLabel: ({ label, channelLabel }) => `${label}، ${channelLabel}`,
  colorSwatch: 'نمونهٔ رنگ',
  transparent: 'شفاف',
}

const options = (count: unknown, formatter: Formatter) => `${formatter.number(count)} گزینه`

export const combobox: Strings = {
  focusAnnouncement: ({ isGroupChange, groupTitle, groupCount, optionText, isSelected }, formatter) => {
    const group = `وارد گروه ${groupTitle} با ${options(groupCount, formatter)} شدید. `
    return `${isGroupChange ? group : ''}${optionText}${isSelected ? '، انتخاب شده' : ''}`
  },
  countAnnouncement: ({ optionCount }, formatter) => `${options(optionCount, formatter)} موجود است.`,
  selectedAnnouncement: ({ optionText }) => `${optionText}، انتخاب شده`,
  buttonLabel: 'نمایش پیشنهادها',
  listboxLabel: 'پیشنهادها',
}

export const datepicker: Strings = {
  era: 'مبدأ تاریخ',
  year: 'سال',
  month: 'ماه',
  day: 'روز',
  hour: 'ساعت',
  minute: 'دقیقه',
  second: 'ثانیه',
  dayPeriod: 'ق.ظ/ب.ظ',
  calendar: 'تقویم',
  startDate: 'تاریخ آغاز',
  endDate: 'تاریخ پایان',
  weekday: 'روز هفته',
  timeZoneName: 'منطقهٔ زمانی',
  selectedDateDescription: ({ date }) => `تاریخ انتخاب‌شده: ${date}`,
  selectedRangeDescription: ({ startDate, endDate }) => `بازهٔ انتخاب‌شده: ${startDate} تا ${endDate}`,
  selectedTimeDescription: ({ time }) => `زمان انتخاب‌شده: ${time}`,
}

const selectedItems = (count: unknown, formatter: Formatter) => `${formatter.number(count)} مورد انتخاب‌شده`

export const dnd: Strings = {
  dragItem: ({ itemText }) => `کشیدن ${itemText}`,
  dragSelectedItems: ({ count }, formatter) => `کشیدن ${selectedItems(count, formatter)}`,
  dragDescriptionKeyboard: 'برای آغاز جابه‌جایی Enter را بزنید.',
  dragDescriptionKeyboardAlt: 'برای آغاز جابه‌جایی Alt + Enter را بزنید.',
  dragDescriptionTouch: 'برای آغاز جابه‌جایی دو بار ضربه بزنید.',
  dragDescriptionVirtual: 'برای آغاز جابه‌جایی کلیک کنید.',
  dragDescriptionLongPress: 'برای آغاز جابه‌جایی نگه دارید.',
  dragSelectedKeyboard: ({ count }, formatter) =>
    `برای جابه‌جایی ${selectedItems(count, formatter)} Enter را بزنید.`,
  dragSelectedKeyboardAlt: ({ count }, formatter) =>
    `برای جابه‌جایی ${selectedItems(count, formatter)} Alt + Enter را بزنید.`,
  dragSelectedLongPress: ({ count }, formatter) =>
    `برای جابه‌جایی ${selectedItems(count, formatter)} نگه دارید.`,
  dragStartedKeyboard:
    'جابه‌جایی آغاز شد. با Tab به مقصد بروید و با Enter رها کنید، یا با Escape انصراف دهید.',
  dragStartedTouch: 'جابه‌جایی آغاز شد. به مقصد بروید و برای رها کردن دو بار ضربه بزنید.',
  dragStartedVirtual: 'جابه‌جایی آغاز شد. به مقصد بروید و برای رها کردن کلیک کنید یا Enter را بزنید.',
  endDragKeyboard: 'در حال جابه‌جایی. برای انصراف Enter را بزنید.',
  endDragTouch: 'در حال جابه‌جایی. برای انصراف دو بار ضربه بزنید.',
  endDragVirtual: 'در حال جابه‌جایی. برای انصراف کلیک کنید.',
  dropDescriptionKeyboard: 'برای رها کردن Enter را بزنید. برای انصراف Escape را بزنید.',
  dropDescriptionTouch: 'برای رها کردن دو بار ضربه بزنید.',
  dropDescriptionVirtual: 'برای رها کردن کلیک کنید.',
  dropCanceled: 'جابه‌جایی لغو شد.',
  dropComplete: 'جابه‌جایی انجام شد.',
  dropIndicator: 'نشانگر مقصد',
  dropOnRoot: 'رها کردن روی',
  dropOnItem: ({ itemText }) => `رها کردن روی ${itemText}`,
  insertBefore: ({ itemText }) => `گذاشتن پیش از ${itemText}`,
  insertBetween: ({ beforeItemText, afterItemText }) => `گذاشتن میان ${beforeItemText} و ${afterItemText}`,
  insertAfter: ({ itemText }) => `گذاشتن پس از ${itemText}`,
}

export const grid: Strings = {
  deselectedItem: ({ item }) => `${item} از انتخاب خارج شد.`,
  select: 'انتخاب',
  selectedCount: ({ count }, formatter) =>
    count === 0 ? 'موردی انتخاب نشده است.' : `${formatter.number(count)} مورد انتخاب شده است.`,
  selectedAll: 'همهٔ موارد انتخاب شدند.',
  selectedItem: ({ item }) => `${item} انتخاب شد.`,
  longPressToSelect: 'برای انتخاب نگه دارید.',
}

export const menu: Strings = { longPressMessage: 'برای باز کردن منو نگه دارید یا Alt + ArrowDown را بزنید' }

export const numberfield: Strings = {
  decrease: ({ fieldLabel }) => `کاهش ${fieldLabel}`,
  increase: ({ fieldLabel }) => `افزایش ${fieldLabel}`,
  numberField: 'عدد',
}

export const overlays: Strings = { dismiss: 'بستن' }

export const previewtrigger: Strings = { longPressMessage: 'برای پیش‌نمایش نگه دارید' }

export const searchfield: Strings = { 'Clear search': 'پاک کردن جستجو' }

export const spinbutton: Strings = { Empty: 'خالی' }

export const steplist: Strings = { steplist: 'فهرست گام‌ها' }

export const table: Strings = {
  select: 'انتخاب',
  selectAll: 'انتخاب همه',
  sortable: 'ستون مرتب‌شدنی',
  ascending: 'صعودی',
  descending: 'نزولی',
  ascendingSort: ({ columnName }) => `مرتب‌شده بر پایهٔ ستون ${columnName}، صعودی`,
  descendingSort: ({ columnName }) => `مرتب‌شده بر پایهٔ ستون ${columnName}، نزولی`,
  columnSize: ({ value }) => `${value} پیکسل`,
  resizerDescription: 'برای تغییر اندازه Enter را بزنید',
  expand: 'باز کردن',
  collapse: 'بستن',
}

export const tag: Strings = {
  removeDescription: 'برای برداشتن برچسب Delete را بزنید.',
  removeButtonLabel: 'برداشتن',
}

export const toast: Strings = {
  close: 'بستن',
  notifications: ({ count }, formatter) => `${formatter.number(count)} اعلان.`,
}

export const tree: Strings = { expand: 'باز کردن', collapse: 'بستن' }

export const statelyColor: Strings = {
  hue: 'فام',
  saturation: 'اشباع',
  lightness: 'روشنایی',
  brightness: 'درخشندگی',
  red: 'قرمز',
  green: 'سبز',
  blue: 'آبی',
  alpha: 'شفافیت',
  colorName: ({ lightness, chroma, hue }) => `${hue} ${chroma} ${lightness}`.trim(),
  transparentColorName: ({ lightness, chroma, hue, percentTransparent }) =>
    `${`${hue} ${chroma} ${lightness}`.trim()}، ${percentTransparent} شفاف`,
  'very dark': 'بسیار تیره',
  dark: 'تیره',
  light: 'روشن',
  'very light': 'بسیار روشن',
  pale: 'کم‌رنگ',
  grayish: 'خاکستری‌فام',
  vibrant: 'زنده',
  black: 'سیاه',
  white: 'سفید',
  gray: 'خاکستری',
  pink: 'صورتی',
  'pink red': 'صورتی مایل به قرمز',
  'red orange': 'قرمز مایل به نارنجی',
  brown: 'قهوه‌ای',
  orange: 'نارنجی',
  'orange yellow': 'نارنجی مایل به زرد',
  'brown yellow': 'قهوه‌ای مایل به زرد',
  yellow: 'زرد',
  'yellow green': 'زرد مایل به سبز',
  'green cyan': 'سبز مایل به فیروزه‌ای',
  cyan: 'فیروزه‌ای',
  'cyan blue': 'فیروزه‌ای مایل به آبی',
  'blue purple': 'آبی مایل به بنفش',
  purple: 'بنفش',
  'purple magenta': 'بنفش مایل به سرخابی',
  magenta: 'سرخابی',
  'magenta pink': 'سرخابی مایل به صورتی',
}

export const statelyDatepicker: Strings = {
  rangeUnderflow: ({ minValue }) => `مقدار باید ${minValue} یا پس از آن باشد.`,
  rangeOverflow: ({ maxValue }) => `مقدار باید ${maxValue} یا پیش از آن باشد.`,
  rangeReversed: 'تاریخ آغاز باید پیش از تاریخ پایان باشد.',
  unavailableDate: 'تاریخ انتخاب‌شده در دسترس نیست.',
}
