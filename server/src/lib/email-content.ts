/** The content of an email, before it has a layout. `code`: shown large; `action`: a button. */
export type EmailContent = {
  subject: string;
  paragraphs: readonly string[];
  action?: { label: string; link: string };
  code?: string;
  footnote: string;
};

/** Renders an email as text and HTML. */
export function renderEmail(letter: EmailContent, senderName: string): { text: string; html: string } {
  return { text: asText(letter, senderName), html: asHtml(letter, senderName) };
}

function asText({ paragraphs, action, code, footnote }: EmailContent, senderName: string): string {
  const parts = [...paragraphs];
  if (code) parts.push(`    ${code}`);
  if (action) parts.push(`${action.label}:\n${action.link}`);
  parts.push(`-- \n${senderName}\n${footnote}`);
  return `${parts.join('\n\n')}\n`;
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Bengali',Arial,sans-serif";

function asHtml({ subject, paragraphs, action, code, footnote }: EmailContent, senderName: string): string {
  const rows = paragraphs.map((text) =>
    row(`font-size:16px;line-height:24px;color:#1f2933`, escapeHtml(text)),
  );
  if (code) {
    const style =
      'font-size:32px;line-height:40px;letter-spacing:8px;text-indent:8px;font-weight:600;color:#12263f;background:#f1f4f8;border-radius:8px;padding:16px;text-align:center';
    rows.push(row('', `<div style="${style}">${escapeHtml(code)}</div>`));
  }
  if (action) {
    const link = escapeHtml(action.link);
    const button =
      'display:inline-block;background:#3b5bdb;color:#ffffff;font-size:16px;line-height:24px;font-weight:600;text-decoration:none;border-radius:8px;padding:12px 24px';
    rows.push(row('', `<a href="${link}" style="${button}">${escapeHtml(action.label)}</a>`));
    rows.push(
      row(
        'font-size:13px;line-height:20px;color:#52606d;word-break:break-all',
        `<a href="${link}" style="color:#52606d">${link}</a>`,
      ),
    );
  }
  rows.push(
    row(
      'font-size:13px;line-height:20px;color:#52606d;border-top:1px solid #dde3ea;padding-top:16px',
      escapeHtml(footnote),
    ),
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f1f4f8;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:12px;${font}">
<tr><td style="padding:24px 32px 0;font-size:18px;line-height:28px;font-weight:700;color:#12263f">${escapeHtml(senderName)}</td></tr>
${rows.join('\n')}
<tr><td style="padding:0 0 24px"></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function row(style: string, content: string): string {
  return `<tr><td style="padding:16px 32px 0"><div style="${style}">${content}</div></td></tr>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
