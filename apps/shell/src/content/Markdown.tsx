import { Fragment, useMemo } from 'react';
import { Box, Divider, Link, Stack, Surface, Text } from '@nemus/ui';
import { Link as RouterLink } from 'react-router-dom';
import { parseMarkdown, type Block, type Inline } from './markdown';

/** Draws a text of the Markdown subset. Headings begin at `h2`, since the page has its `h1`. */
export function Markdown({ source }: { source: string }) {
  const blocks = useMemo(() => parseMarkdown(source), [source]);
  return (
    <Stack gap={2}>
      {/* The text is fixed while it is shown, so the position identifies a block. */}
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </Stack>
  );
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <Text
          as={block.level === 3 ? 'h3' : 'h2'}
          variant={block.level === 3 ? 'subheading' : 'heading'}
          sx={{ paddingBlockStart: 1.5 }}
        >
          <Line parts={block.children} />
        </Text>
      );
    case 'paragraph':
      return (
        <Text>
          <Line parts={block.children} />
        </Text>
      );
    case 'list':
      return (
        <Stack as={block.ordered ? 'ol' : 'ul'} gap={0.5}>
          {block.items.map((item, index) => (
            <li key={index}>
              <Line parts={item} />
            </li>
          ))}
        </Stack>
      );
    case 'quote':
      return (
        <Surface kind="warning" as="blockquote" padding="small" sx={{ margin: 0 }}>
          <Line parts={block.children} />
        </Surface>
      );
    case 'rule':
      return <Divider />;
  }
}

function Line({ parts }: { parts: readonly Inline[] }) {
  return parts.map((part, index) => (
    <Fragment key={index}>
      <Part part={part} />
    </Fragment>
  ));
}

function Part({ part }: { part: Inline }) {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code>{part.text}</code>;
    case 'gap':
      return <Gap text={part.text} />;
    case 'strong':
      return (
        <strong>
          <Line parts={part.children} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Line parts={part.children} />
        </em>
      );
    case 'break':
      return <br />;
    case 'link':
      return part.href.startsWith('/') ? (
        <Link component={RouterLink} to={part.href}>
          <Line parts={part.children} />
        </Link>
      ) : (
        <Link href={part.href} external={part.href.startsWith('http')}>
          <Line parts={part.children} />
        </Link>
      );
  }
}

/** What the operator still has to fill in: impossible to overlook. */
function Gap({ text }: { text: string }) {
  return (
    <Box
      component="mark"
      sx={{
        paddingInline: 0.5,
        borderRadius: 0.5,
        backgroundColor: 'warning.light',
        color: 'warning.dark',
        outline: '1px dashed',
        outlineColor: 'warning.main',
      }}
    >
      {text}
    </Box>
  );
}
