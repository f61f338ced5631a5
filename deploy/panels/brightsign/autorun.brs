' Opens Placard on a BrightSign player. Copy this file to the root of the player's card, with your address in it.
' docs/panels/brightsign.md says more. Nobody has tried this file on a player yet.

Sub Main()
    ' EDIT: the address of your server. `/screen` shows a pairing code the first time.
    address = "https://signage.example.org/screen"

    port = CreateObject("roMessagePort")
    widget = OpenPage(address, port)

    while true
        event = wait(0, port)
        if type(event) = "roHtmlWidgetEvent" then
            data = event.GetData()
            if type(data) = "roAssociativeArray" and type(data.reason) = "roString" then
                print "page: "; data.reason
                if data.reason = "load-error" then
                    ' The network is not there yet. BrightSign recommends a new widget instead of a reload.
                    sleep(15000)
                    widget = invalid
                    widget = OpenPage(address, port)
                end if
            end if
        end if
    end while
End Sub

Function OpenPage(address as String, port as Object) as Object
    mode = CreateObject("roVideoMode")
    rectangle = CreateObject("roRectangle", 0, 0, mode.GetResX(), mode.GetResY())
    config = {
        url: address,
        javascript_enabled: true,
        mouse_enabled: false,
        ' Without a storage path nothing survives a restart: the screen would show a new pairing code.
        storage_path: "/placard",
        ' Bytes: 8 GB. Not more than the card has.
        storage_quota: "8589934592",
        security_params: { websecurity: true },
        port: port
    }
    widget = CreateObject("roHtmlWidget", rectangle, config)
    widget.Show()
    return widget
End Function
