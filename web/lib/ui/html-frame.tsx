// HTML that came from elsewhere, in a frame of its own that can do nothing: no scripts, no forms, no way out.

export function HtmlFrame({ html, title }: { html: string; title: string }) {
  return (
    <iframe
      title={title}
      sandbox=""
      srcDoc={html}
      style={{
        display: 'block',
        inlineSize: '100%',
        blockSize: '32rem',
        border: '1px solid var(--daybook-line)',
        borderRadius: 8,
        background: '#fff',
        colorScheme: 'normal',
      }}
    />
  );
}
