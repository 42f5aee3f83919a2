import { Dialog } from '@base-ui/react/dialog';
import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import { ManageLetters } from './manage-letters.tsx';
import type { LetterForm } from './use-letter-form.ts';
import { WriteLetter } from './write-letter.tsx';

interface AdminViewProps {
  form: LetterForm;
  onChanged(): void;
  /** The session has ended. @param why what to tell the owner */
  onLocked(why?: string): void;
  /** A letter was saved and its link was shown. */
  onDone(): void;
}

export function AdminView({ form, onChanged, onLocked, onDone }: AdminViewProps) {
  const [tab, setTab] = useState<'write' | 'manage'>('write');
  const editing = form.editing !== null;
  return (
    <>
      <Dialog.Title className="portal__title">
        {editing ? 'edit letter' : 'admin portal'}
      </Dialog.Title>
      <Tabs.Root className="portal__tabs" value={tab} onValueChange={(value) => setTab(value)}>
        <Tabs.List className="tabs">
          <Tabs.Tab className="tabs__tab" value="write">
            {editing ? 'edit letter' : 'send letter'}
          </Tabs.Tab>
          <Tabs.Tab className="tabs__tab" value="manage">
            manage letters
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel className="portal__panel" value="write">
          <WriteLetter form={form} onChanged={onChanged} onLocked={onLocked} onDone={onDone} />
        </Tabs.Panel>
        <Tabs.Panel className="portal__panel" value="manage">
          <ManageLetters
            onDeleted={(id) => {
              if (form.editing?.id === id) form.stopEditing();
              onChanged();
            }}
            onLocked={onLocked}
            onEdit={(letter) => {
              form.edit(letter);
              setTab('write');
            }}
          />
        </Tabs.Panel>
      </Tabs.Root>
    </>
  );
}
