// A search field that queries the server while the user types, and offers the results below.
import { Combobox, type ComboboxProps, Loader, TextInput, type TextInputProps, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react';

interface Props<Answer, Option, Key extends QueryKey> {
  /** Props of the field except its value and its change handler. */
  field: Omit<TextInputProps, 'value' | 'onChange' | 'leftSection' | 'rightSection'> & {
    ref?: RefObject<HTMLInputElement | null> | undefined;
    'data-autofocus'?: boolean;
  };
  value: string;
  onChange(text: string): void;
  /** Returns the query for the words; it runs when the user pauses for `debounceMs`. */
  find(words: string): UseQueryOptions<Answer, Error, Answer, Key>;
  /** Returns the options in an answer. */
  optionsOf(answer: Answer): readonly Option[];
  debounceMs: number;
  minLength?: number;
  /** Options to show instead of results until the user types. */
  offered?: readonly Option[] | undefined;
  /** The accessible name of the list. */
  listLabel: string;
  maxListHeight?: string;
  renderOption(option: Option): ReactNode;
  /** Called with the chosen option; its text does not start another search. */
  onChoose(option: Option): void;
  /** Called on Enter without an active option. If omitted, the form handles the key. */
  onEnter?: () => void;
  /** The message when nothing was found. If omitted, the list stays closed. */
  empty?: (words: string, isError: boolean) => ReactNode;
  isBusy?: boolean;
  /** A hint at the end of the empty field, such as its shortcut. */
  hint?: ReactNode;
  dropdown?: Pick<ComboboxProps, 'withinPortal' | 'shadow' | 'offset'>;
}

export function RemoteCombobox<Answer, Option, Key extends QueryKey>(props: Props<Answer, Option, Key>) {
  const { field, value, find, optionsOf, debounceMs, minLength = 1, offered, empty, isBusy, hint, dropdown } = props;
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  // Search neither for the text of a chosen option nor for text typed before the field was cleared.
  const [lastTyped, setTyped] = useState('');
  const typed = value === '' ? '' : lastTyped;
  const [settled] = useDebouncedValue(typed.trim(), debounceMs);
  const isSearching = settled.length >= minLength && typed.trim() !== '';
  const isOpen = combobox.dropdownOpened;
  const found = useQuery({
    ...find(settled),
    enabled: isSearching && isOpen && !offered,
    placeholderData: keepPreviousData as never, // The query's own type is not known here.
  });
  const options = offered ?? (isSearching && found.data !== undefined ? optionsOf(found.data) : []);
  const isEmpty = options.length === 0;
  const emptyText = isEmpty && isSearching && !found.isPending && empty?.(settled, found.isError);
  const isLoading = isBusy || (found.isFetching && isOpen && typed !== '');

  const openOffered = useEffectEvent(() => combobox.openDropdown());
  useEffect(() => {
    if (offered) openOffered();
  }, [offered]);

  return (
    <Combobox
      store={combobox}
      {...dropdown}
      onOptionSubmit={(index) => {
        const option = options[Number(index)];
        combobox.closeDropdown();
        setTyped('');
        if (option !== undefined) props.onChoose(option);
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          role="combobox"
          autoComplete="off"
          leftSection={<IconSearch size={17} stroke={1.75} aria-hidden="true" />}
          {...field}
          value={value}
          rightSection={isLoading ? <Loader size={16} /> : value === '' && hint}
          rightSectionWidth={value === '' && hint ? 64 : 36}
          onChange={(event) => {
            props.onChange(event.currentTarget.value);
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onFocus={() => typed && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (!props.onEnter || event.key !== 'Enter' || combobox.getSelectedOptionIndex() >= 0) return;
            event.preventDefault();
            props.onEnter();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={isEmpty && !emptyText}>
        <Combobox.Options
          mah={props.maxListHeight ?? '18rem'}
          style={{ overflowY: 'auto' }}
          aria-label={props.listLabel}
        >
          {options.map((option, index) => (
            // Options may share an identifier, such as the parts of a street.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole.
            <Combobox.Option key={index} value={String(index)}>
              {props.renderOption(option)}
            </Combobox.Option>
          ))}
          {emptyText && <Combobox.Empty>{emptyText}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
