// Shows foreign HTML in a sandboxed frame: no scripts, no forms, no navigation.

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
