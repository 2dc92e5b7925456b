/** A PDF with one empty page, as it is written by hand: readers repair the missing cross-references. */
export const pdf = (): Buffer<ArrayBuffer> =>
  Buffer.from(
    `%PDF-1.7
%\xe2\xe3\xcf\xd3
1 0 obj
<</Type/Catalog/Pages 2 0 R>>
endobj
2 0 obj
<</Type/Pages/Kids[3 0 R]/Count 1>>
endobj
3 0 obj
<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>
endobj
trailer
<</Size 4/Root 1 0 R>>
%%EOF
`,
    'latin1',
  )
