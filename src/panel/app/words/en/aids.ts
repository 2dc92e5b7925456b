export const aids = {
  fill_summary: 'Fill from the first sentences',
  summary_filled: 'Filled with the first sentences of the text.',
  no_sentences: 'The text has no sentences yet. Write the text first.',
  not_translated: 'Not translated',
  copy_from: 'Copy from {language}',
  copied: 'Copied from {language}. Translate it now.',
  text_in: 'Text in {language}',
}
