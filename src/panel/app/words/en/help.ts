// The texts of what the frame loads later, in English.

export const help = {
  help_of: 'Help: {screen}',
  this_page: 'This page',
  keys: 'Keyboard',
  keys_list: 'In lists',
  keys_form: 'In forms',
  keys_everywhere: 'Everywhere',
  key_help: 'This help',
  key_go_to: 'Go to a page, record, quote or message',
  key_close: 'Close what is open',
  key_next: 'Next and previous control',
  key_save: 'Save',
  key_editor: 'All keys of the text editor',
  key_toolbar: 'To the toolbar of the text',
  key_full_screen: 'Text in full screen',
  key_rows: 'From row to row',
  key_open: 'Open the row',
  key_select: 'Select the row',
  key_select_all: 'Select all rows',
  key_move: 'Move the row, where there is an order',
  screen_overview:
    'What waits for you: unread messages, your drafts, scheduled articles, what is missing, and the latest changes.',
  screen_calendar:
    'What was published and what will be, day by day. Drag a scheduled entry to another day, or use its calendar button.',
  screen_media:
    'All pictures and PDFs. Drop files on the page to upload them. The details of a file show where it is used.',
  screen_messages:
    'What visitors wrote in the contact form. An open message counts as read. Give it a state, assign it to a colleague, leave a note. “Reply” opens your mail program and marks the message as answered.',
  screen_newsletter: 'Who gets the newsletter. Export the list for the program that sends it.',
  screen_users:
    'The accounts that can sign in here. Admins may do everything; editors all content; authors write drafts of their own.',
  screen_quotes:
    'Lists of what is to be bought, from the draft to the delivery. Somebody else than their author approves them.',
  screen_inventory: 'What is in stock. Receipts add to it, issues take from it, adjustments correct it.',
  screen_suppliers: 'The companies that you buy from. Duplicates are merged; lists come and go as CSV.',
  screen_people: 'Who works in procurement. Each role allows a part of the work with quotes and stock.',
  screen_trash: 'What was deleted, for as long as it is kept. “Restore” brings it back with its history.',
  screen_audit: 'Who did what and when. Entries cannot be changed.',
  screen_status: 'Whether all parts of the service work, and its figures since the start.',
  screen_account: 'Your password, second step, sessions, tokens and language.',
  screen_list:
    'The name in a row opens it. The search looks into all texts; filters narrow the list down. Select rows to change several at once; the menu at the end of a row has more actions.',
  screen_tree: 'Drag an entry, or use Alt with the arrow keys. An entry dropped on another goes below it.',
  screen_form:
    'What you change is kept as a draft by itself; “Publish” and “Publish changes” show it to visitors. Settings and other small things are published by “Save”; the menu beside the buttons changes that. What is not saved yet is kept in this browser. Fill in both languages; “History” brings back every earlier state.',
  screen_history:
    'Every stored state, newest first. Choose one to see what it changed; “Restore” makes it the present one.',
}

export const events = {
  mail_failed: 'A mail could not be sent.',
  status: 'Status',
}

/** The colleagues who have a record open. */
export const presence = {
  editing_now: '{names} are editing this now',
  editing_now_one: '{names} is editing this now',
}

export const session = {
  signed_in_again: 'Signed in again',
  session_ended: 'Your session has ended',
  session_ended_text: 'Sign in to continue. What you typed is still here.',
  owner_changed: 'Somebody else has signed in',
  owner_changed_text:
    '\u2068{newcomer}\u2069 has signed in with this browser. This page was opened by \u2068{owner}\u2069, so it saves nothing now. What was typed is still here.',
  owner_changed_choice:
    'Sign in as \u2068{owner}\u2069 to go on with it, or continue as \u2068{newcomer}\u2069 without it.',
  continue_as: 'Continue as \u2068{name}\u2069',
  session_ends: 'Your session ends in {time}.',
  session_ends_soon: 'Your session ends in {count} minutes.',
  session_ends_soon_one: 'Your session ends in one minute.',
  session_extend: 'Sign in again',
  leave_title: 'Leave without saving?',
  leave_text: 'This page has changes that are not saved.',
  stay: 'Stay',
  leave: 'Leave',
}
